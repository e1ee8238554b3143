/** Checks the kit's files with the programs that read them. The test of a missing program is skipped, and the program is named. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import type { HostsFile, Profile } from '../../src/kit/hostsFile.ts'
import { layOut } from '../../src/kit/layOut.ts'
import { makePlan } from '../../src/kit/plan.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import { freePort } from '@galx/stack/process/freePort'
import { DEBIAN_ENVIRONMENT, DEBIAN_ROOT, proves } from '../support/debian.ts'
import { HA, SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

/** Programs of other versions may refuse a line that Debian's accept. */
const DEBIAN_VERSION = existsSync('/etc/debian_version') ? readFileSync('/etc/debian_version', 'utf8') : ''
const MIME_TYPES = `${DEBIAN_ROOT}/etc/nginx/mime.types`

const folder = mkdtempSync(join(tmpdir(), 'galx-kit-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The single machine has every receiver of alerts. */
const RECEIVERS = { telegram: { chat: -100_123 }, slack: { channel: '#alerts' }, pagerduty: true } as const
const RECEIVERS_SECRETS = {
  telegram: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  slack: 'https://hooks.slack.test/services/T0/B0/secret',
  pagerduty: '0123456789abcdef0123456789abcdef',
}

/** Every path of the kit lies in the test's folder. Patroni refuses 127.0.0.1, so no host has this address. */
function here(profile: Profile): HostsFile {
  const file = structuredClone(profile === 'ha' ? HA : SINGLE)
  file.debian = DEBIAN_VERSION.startsWith('13') ? 13 : 12
  if (profile === 'single') file.alerts = { ...file.alerts, ...RECEIVERS }
  for (const host of file.hosts) {
    const own = join(folder, profile, host.name)
    host.directories = {
      ...Object.fromEntries(['etc', 'lib', 'log', 'run', 'opt'].map((name) => [name, join(own, name)])),
      postgresPrograms: '/usr/lib/postgresql/15/bin',
    }
  }
  return file
}

function at(profile: Profile, host: string, path: string): string {
  return join(folder, profile, host, path)
}

beforeAll(async () => {
  for (const profile of ['single', 'ha'] as const) {
    const file = here(profile)
    const plan = makePlan(
      profile,
      file,
      await completeSecrets(profile, file, null, RECEIVERS_SECRETS),
      JSON.stringify(PAPER_DEPLOYMENT),
    )
    await layOut(plan, folder, { mimeTypes: existsSync(MIME_TYPES) ? MIME_TYPES : null })
    for (const [path, { target, content }] of renderKit(plan)) {
      if (target !== null) continue
      mkdirSync(dirname(join(folder, profile, 'kit', path)), { recursive: true })
      writeFileSync(join(folder, profile, 'kit', path), content)
    }
  }
}, 60_000)

function run(program: string, parameters: string[], options: { cwd?: string; timeout?: number } = {}) {
  const { status, stdout, stderr, signal } = spawnSync(program, parameters, {
    env: DEBIAN_ENVIRONMENT,
    encoding: 'utf8',
    timeout: 30_000,
    ...options,
  })
  return { status, signal, text: stdout + stderr }
}

const EDGES = [
  ['single', 'one'],
  ['ha', 'a'],
  ['ha', 'b'],
] as const
const MONITORS = [
  ['single', 'one'],
  ['ha', 'c'],
] as const

describe('the kit’s files', () => {
  proves('nginx', 'takes every edge host’s configuration', (program) => {
    for (const [profile, host] of EDGES) {
      const configuration = at(profile, host, 'etc/nginx/nginx.conf')
      const { status, text } = run(program, ['-t', '-c', configuration])
      expect(status, text).toBe(0)
      expect(text).not.toContain('[emerg]')
      expect(text).not.toContain('duplicate')
    }
  })

  proves('nft', 'takes every host’s firewall', (program) => {
    for (const [profile, host] of [...EDGES, ...MONITORS]) {
      const { status, text } = run(program, ['-c', '-f', at(profile, host, 'etc/galx/firewall.nft')])
      expect(status, text).toBe(0)
    }
  })

  proves('haproxy', 'takes every host’s configuration', (program) => {
    for (const host of ['a', 'b', 'c']) {
      const { status, text } = run(program, ['-c', '-f', at('ha', host, 'etc/haproxy/haproxy.cfg')])
      expect(status, text).toBe(0)
      expect(text).not.toContain('WARNING')
    }
  })

  proves('promtool', 'takes what is scraped, and the rules', (program) => {
    for (const [profile, host] of MONITORS) {
      const { status, text } = run(program, [
        'check',
        'config',
        at(profile, host, 'etc/prometheus/prometheus.yml'),
      ])
      expect(status, text).toBe(0)
    }
  })

  proves('amtool', 'takes where alerts go', (program) => {
    for (const [profile, host] of MONITORS) {
      const { status, text } = run(program, [
        'check-config',
        at(profile, host, 'etc/prometheus/alertmanager.yml'),
      ])
      expect(status, text).toBe(0)
    }
  })

  proves('amtool', 'wakes nobody with the heartbeat, which takes a separate route or no route', (program) => {
    for (const [[profile, host], heartbeat] of [
      [MONITORS[0], 'nobody'],
      [MONITORS[1], 'heartbeat'],
    ] as const) {
      const receiver = (...labels: string[]) => {
        const file = `--config.file=${at(profile, host, 'etc/prometheus/alertmanager.yml')}`
        const { status, text } = run(program, ['config', 'routes', 'test', file, ...labels])
        expect(status, text).toBe(0)
        return text
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('Warning:'))
          .join()
      }
      expect(receiver('alertname=Heartbeat', 'severity=none')).toBe(heartbeat)
      expect(receiver('alertname=AlertsUndelivered', 'severity=critical')).toBe('operator')
      expect(receiver('alertname=MemoryShort', 'severity=warning')).toBe('operator')
    }
  })

  proves('systemd-analyze', 'takes every unit', (program) => {
    for (const [profile, host] of [...EDGES, ...MONITORS]) {
      const units = [...new Set([...unitsOf(profile, host)])]
      const { text } = run(program, ['verify', '--man=no', '--recursive-errors=no', ...units])
      expect(complaints(text), `${profile} ${host}`).toEqual([])
    }
  })

  proves('redis-server', 'starts with TLS alone', async (program) => {
    const configuration = at('single', 'one', 'etc/redis/redis.conf')
    const port = String(await freePort())
    const child = spawn(program, [configuration, '--bind', '127.0.0.1', '--tls-port', port, '--port', '0'], {
      env: DEBIAN_ENVIRONMENT,
    })
    const ended = once(child, 'close')
    let text = ''
    for await (const chunk of child.stdout) {
      text += String(chunk)
      if (text.includes('Ready to accept connections')) child.kill()
    }
    await ended
    expect(text).toContain('Ready to accept connections')
  })

  proves('bash', 'reads every script', (program) => {
    for (const [profile, hosts] of [
      ['single', ['one']],
      ['ha', ['a', 'b', 'c']],
    ] as const) {
      const kit = at(profile, 'kit', '')
      const own = readdirSync(kit).filter((name) => name.endsWith('.sh'))
      const scripts = [
        ...own.map((name) => join(kit, name)),
        ...hosts.flatMap((host) => hostScripts(profile, host)),
      ]
      for (const script of scripts) {
        const { status, text } = run(program, ['-n', script])
        expect(status, `${script}: ${text}`).toBe(0)
      }
    }
  })

  proves(
    'shellcheck',
    'finds no variable that a script never sets, and nothing else that is wrong',
    (program) => {
      // The variables of common.sh look unused in each script; ’ is a letter that we use.
      const options = ['--shell=bash', '--severity=warning', '--exclude=SC2034,SC1112']
      for (const [profile, hosts] of [
        ['single', ['one']],
        ['ha', ['a', 'b', 'c']],
      ] as const) {
        const kit = at(profile, 'kit', '')
        const common = readFileSync(join(kit, 'common.sh'), 'utf8')
        const own = readdirSync(kit).filter((name) => name.endsWith('.sh') && name !== 'common.sh')
        const whole = own.map((name) => {
          const path = join(folder, `${profile}-${name}`)
          const text = readFileSync(join(kit, name), 'utf8')
          // Inserts the text of common.sh, so that shellcheck knows its variables.
          writeFileSync(
            path,
            text.replace('. "$(dirname "$0")/common.sh"', () => common),
          )
          return path
        })
        const scripts = [...whole, ...hosts.flatMap((host) => hostScripts(profile, host))]
        const { status, text } = run(program, [...options, ...scripts])
        expect(status, text).toBe(0)
      }
    },
  )
})

/** Every script on a host. */
function hostScripts(profile: Profile, host: string): string[] {
  const own = at(profile, host, 'etc')
  return [
    at(profile, 'kit', `${host}/install.sh`),
    ...readdirSync(own, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sh'))
      .map((name) => join(own, name)),
  ]
}

function unitsOf(profile: Profile, host: string): string[] {
  const own = at(profile, host, 'etc/systemd/system')
  return execFileSync('find', [own, '-maxdepth', '1', '-name', 'galx-*'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace(/@\.service$/, '@1.service'))
}

/** Removes the parts that the test's folder cannot have: the programs, users and scripts of a real host. */
function complaints(text: string): string[] {
  return text
    .split('\n')
    .filter(
      (line) =>
        line.includes('galx-') && !/is not executable|No such file|Failed to create .*start/.test(line),
    )
}
