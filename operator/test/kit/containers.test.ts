/** The containers of `single`, compared with the units of the same hosts file. `npm run image -w operator` runs them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RELEASED } from '../../src/kit/containers/containerfile.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan, type Plan } from '../../src/kit/plan.ts'
import { readHostsFile } from '../../src/kit/readHostsFile.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import type { RenderedFile } from '../../src/kit/rendered.ts'
import { BUILD_RELEASE } from '../../src/kit/scripts/release.ts'
import { commandsOf } from '../../src/kit/services/commands.ts'
import { enabledUnits } from '../../src/kit/services/units.ts'
import type { HostsFile } from '../../src/kit/hostsFile.ts'
import { proves } from '../support/debian.ts'
import { HA, SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'
import { REPOSITORY } from './trialKit.ts'

type Service = {
  image: string
  user: string
  command?: string[]
  entrypoint?: string[]
  env_file?: string[]
  volumes?: string[]
  labels?: Record<string, string>
  profiles?: string[]
  restart?: string
  healthcheck?: { test: string[] }
  ulimits?: { nofile: { soft: number } }
  stop_grace_period?: string
}
type Compose = { services: Record<string, Service>; volumes: Record<string, object> }

const CONTAINERS: HostsFile = { ...SINGLE, containers: { base: 'debian:trixie-slim' } }

async function planOf(file: HostsFile): Promise<Plan> {
  return makePlan(
    'single',
    file,
    await completeSecrets('single', file, null),
    JSON.stringify(PAPER_DEPLOYMENT),
  )
}
function composeOf(plan: Plan): Compose {
  return JSON.parse(renderKit(plan).get('compose.yml')!.content) as Compose
}

let plan: Plan
let machine: Plan
let kit: Map<string, RenderedFile>
let compose: Compose
let units: Map<string, string>
beforeAll(async () => {
  plan = await planOf(CONTAINERS)
  kit = renderKit(plan)
  compose = composeOf(plan)
  machine = makePlan('single', { ...SINGLE, debian: 13 }, plan.secrets, plan.deployment)
  units = new Map(
    [...renderKit(machine)]
      .filter(([path]) => path.endsWith('.service'))
      .map(([path, { content }]) => [path.split('/').at(-1)!.replace('.service', ''), content]),
  )
})

function line(unit: string, name: string): string | undefined {
  const text = units.get(unit.replace(/@\d+$/, '@')) ?? ''
  return text
    .split('\n')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** A path or a command of a container, as on a machine. */
function onMachine(text: string): string {
  return text.replaceAll('/settings/', '/etc/').replaceAll('$$', '$')
}

describe('the compose file', () => {
  it('has a container for each unit of a machine', () => {
    const { parts, programs } = enabledUnits(machine, machine.hosts[0]!)
    const wanted = [...parts, ...programs].filter((unit) => !unit.endsWith('.timer'))
    const staying = Object.entries(compose.services).flatMap(([name, { restart }]) =>
      restart === 'always' ? [name] : [],
    )
    // The container `backups` does what the timers do.
    expect(staying.sort()).toEqual(['backups', ...wanted.map((unit) => unit.replace('@', '-'))].sort())
  })

  it('runs each part and program as its unit does: command, env files, user, limits, time to end', () => {
    for (const { unit, run, environment, stays } of commandsOf(machine, machine.hosts[0]!)) {
      const service = compose.services[unit.replace('@', '-')]!
      expect(onMachine(service.command!.join(' ')), unit).toContain(run.join(' '))
      const files = (service.env_file ?? []).map((path) => onMachine(path.replace('./one/root', '')))
      expect(files, unit).toEqual(environment)
      if (!unit.startsWith('galx-')) continue
      expect(service.user, unit).toBe(line(unit, 'User'))
      if (!stays) continue
      expect(String(service.ulimits?.nofile.soft), unit).toBe(line(unit, 'LimitNOFILE'))
      expect(service.stop_grace_period, unit).toBe(`${line(unit, 'TimeoutStopSec')}s`)
    }
  })

  it('asks each program’s own health route', () => {
    const asked = Object.entries(compose.services)
      .filter(([name, { healthcheck }]) => name.startsWith('galx-') && healthcheck !== undefined)
      .map(([name, { healthcheck }]) => `${name} ${healthcheck!.test.at(-1)}`)
    const known = [...kit.get('common.sh')!.content.matchAll(/^galx-[\w-]+/gm)].map(([name]) => name)
    expect(asked.map((text) => text.split(' ')[0])).toEqual(known)
    for (const text of asked) expect(text).toMatch(/ http:\/\/127\.0\.0\.1:\d+\/(health\/ready|metrics)$/)
  })

  it('gives no container a right but the one that needs it, and publishes no port', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      expect(service, name).not.toHaveProperty('ports')
      expect(service, name).not.toHaveProperty('privileged')
      const isRoot = ['nginx', 'settings'].includes(name)
      expect(service.user === 'root', name).toBe(isRoot)
      expect('cap_add' in service, name).toBe(isRoot)
    }
  })

  it('reads env files that the kit writes, or that a person writes for a program that waits for them', () => {
    for (const [name, { env_file = [], profiles = [] }] of Object.entries(compose.services))
      for (const path of env_file)
        if (!kit.has(path.replace('./', ''))) {
          expect(path, name).toMatch(/^\/etc\/galx\/(co)?signer-keys\.env$/)
          expect(profiles).toEqual([name])
          expect(kit.get('common.sh')!.content).toContain(`${name} ${path}\n`)
        }
  })

  it('declares each volume, and the image has its folder', () => {
    const image = kit.get('Containerfile')!.content
    for (const [name, { volumes = [] }] of Object.entries(compose.services))
      for (const [, volume, path] of volumes.map((text) => /^([a-z-]+):([^:]+)/.exec(text) ?? [])) {
        if (volume === undefined) continue
        expect(Object.keys(compose.volumes), name).toContain(volume)
        expect(image, `${name} ${volume}`).toMatch(
          new RegExp(`install -d -o [\\w-]+ -g [\\w-]+ ${path}( |$)`, 'm'),
        )
      }
  })

  it('contains no secret, like the Containerfile', () => {
    const { sessions, passwords } = plan.secrets
    for (const path of ['compose.yml', 'Containerfile'])
      for (const word of [...sessions, ...Object.values(passwords), 'PRIVATE KEY'])
        expect(kit.get(path)!.content.includes(word), path).toBe(false)
  })

  it('replaces exactly the containers whose settings change', () => {
    const changed = (settings: Partial<Plan['settings']>) => {
      const other = composeOf({ ...plan, settings: { ...plan.settings, ...settings } })
      return Object.keys(compose.services).filter(
        (name) => JSON.stringify(other.services[name]) !== JSON.stringify(compose.services[name]),
      )
    }
    expect(changed({ databaseBuffersMb: 512 })).toEqual(['postgresql'])
    expect(changed({ trustedProxies: { addresses: ['192.0.2.0/24'] } })).toEqual(['nginx'])
    expect(changed({})).toEqual([])
  })
})

describe('the Containerfile', () => {
  it('names only files of the repository, and what a release builds', () => {
    const built: Record<string, string> = {
      'sbom.cdx.json': '> sbom.cdx.json',
      node_modules: 'npm ci',
      'server/dist': 'npm run build -w server',
      'web/dist': 'npm run build -w web',
      'stack/dist': 'buildPrograms()',
    }
    const copied = [...kit.get('Containerfile')!.content.matchAll(/^COPY (\S+) (\S+)$/gm)]
    expect(copied.map(([, from]) => from)).toEqual([...RELEASED])
    for (const [, from, to] of copied) {
      expect(to).toBe(`/opt/galx/current/${from}`)
      const command = built[from!]
      if (command !== undefined) expect(BUILD_RELEASE).toContain(command)
      else
        expect(execFileSync('git', ['-C', REPOSITORY, 'ls-files', from!], { encoding: 'utf8' })).not.toBe('')
    }
  })

  it('has every file that a command of the compose file names', () => {
    const words = Object.values(compose.services).flatMap(({ command = [], entrypoint = [] }) => [
      ...command,
      ...entrypoint,
    ])
    const named = [...words.join(' ').matchAll(/\S+\/dist\/\S+\.js/g)].map(([path]) => path)
    expect(new Set(named)).toEqual(new Set(['server/dist/main.js', 'stack/dist/programs/operator.js']))
    for (const path of named)
      expect(
        RELEASED.some((folder) => path.startsWith(`${folder}/`)),
        path,
      ).toBe(true)
  })
})

describe('a program in its container', () => {
  /** The words in bash before the program, with another program in its place. */
  function guard(name: string, program: string): string[] {
    const command = compose.services[name]!.command!.map((word) => word.replaceAll('$$', '$'))
    return [...command.slice(1, 4), 'bash', '-c', program]
  }

  it('ends with its own status', () => {
    expect(spawnSync('bash', guard('galx-indexer', 'exit 4'), { timeout: 20_000 }).status).toBe(4)
  })

  it('gets the signal to end, and may take its time', async () => {
    const program = `trap 'echo ending; exit 5' TERM; echo runs; while :; do sleep 0.05; done`
    const child = spawn('bash', guard('galx-indexer', program))
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text === 'runs\n') child.kill('SIGTERM')
    })
    const [status] = (await once(child, 'close')) as [number]
    expect([text, status]).toEqual(['runs\nending\n', 5])
  })

  it('waits while an audit is due', async () => {
    const [option, lines, ...words] = guard('galx-signer', 'echo started')
    const due = lines!.replaceAll('/var/lib/galx/audit-before-signing', import.meta.filename)
    const child = spawn('bash', [option!, due, ...words])
    const [first] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    expect(first).toBe('off until an audit has found no difference: audit.sh\n')
    child.kill('SIGKILL')
  })

  it.each([
    ['galx-indexer', 'exit 3', 'halted: it does not start again by itself\n'],
    ['galx-signer', 'echo started', 'started\n'],
  ])('%s after "%s" says so', async (name, program, said) => {
    const child = spawn('bash', guard(name, program))
    const [first] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    expect(first).toBe(said)
    child.kill('SIGKILL')
  })
})

describe('the scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-containers-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  // Each script of the machine starts with common.sh, so that shellcheck knows its variables.
  const scripts = () => {
    const common = kit.get('common.sh')!.content
    return [...kit]
      .filter(([path]) => path.endsWith('.sh'))
      .map(([path, { content }]) => {
        const file = join(folder, path.replaceAll('/', '-'))
        writeFileSync(
          file,
          content.replace('. "$(dirname "$0")/common.sh"', () => common),
        )
        return file
      })
  }
  proves('bash', 'reads them', (program) => {
    for (const file of scripts()) {
      const { status, stderr } = spawnSync(program, ['-n', file], { encoding: 'utf8' })
      expect(status, stderr).toBe(0)
    }
  })
  proves('shellcheck', 'finds nothing wrong', (program) => {
    const options = ['--shell=bash', '--severity=warning', '--exclude=SC2034,SC1112']
    const { status, stdout } = spawnSync(program, [...options, ...scripts()], { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  })
})

describe('containers in a hosts file', () => {
  const problems = (file: HostsFile, profile: 'single' | 'ha') => {
    const read = readHostsFile(JSON.stringify(file), profile)
    return read.ok ? [] : read.problems
  }
  it('are for one host of single', () => {
    expect(problems(CONTAINERS, 'single')).toEqual([])
    expect(problems({ ...HA, containers: CONTAINERS.containers! }, 'ha')).toContain(
      'containers are for the profile single',
    )
    const second = {
      name: 'd',
      address: '10.0.0.4',
      roles: ['cosigner' as const],
      nodes: ['https://third.node.test'],
      ssh: 'd',
    }
    const first = { ...SINGLE.hosts[0]!, ssh: 'one' }
    expect(problems({ ...CONTAINERS, hosts: [first, second] }, 'single')).toContain(
      'containers are for one host: run operator cosign elsewhere, and name its address as coSigner',
    )
  })
})
