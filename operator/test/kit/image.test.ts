/**
 * `npm run image -w operator`: builds the image, and runs every part and program of `single` from it, with the kit's own scripts, against an embedded
 * chain on this machine. The containers use this machine's network, with ports of the trial.
 */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { freePort } from '@galx/stack/process/freePort'
import { deploy } from '../../src/deploy/deploy.ts'
import { makeAuthority, makeCertificate } from '../../src/kit/certificates.ts'
import { STANDARD_PORTS, type HostsFile, type Ports } from '../../src/kit/hostsFile.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { makePlan } from '../../src/kit/plan.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import { productProcesses } from '../../src/kit/services/productPrograms.ts'
import { writeKit } from '../../src/kit/writeKit.ts'
import {
  EMBEDDED_COSIGNER_KEY,
  EMBEDDED_DEPLOYER_KEY,
  EMBEDDED_PUBLISHER_KEY,
  EMBEDDED_SIGNER_KEY,
  embeddedNetwork,
} from '../../src/networks/embedded.ts'
import { SINGLE } from './hosts.ts'
import { REPOSITORY } from './trialKit.ts'

const execute = promisify(execFile)
const MINUTES = 60_000
vi.setConfig({ testTimeout: 15 * MINUTES, hookTimeout: 5 * MINUTES })

const PULLED = 'debian:trixie-slim'
const MADE = 'galx-trial-base'
/** The profiles of the programs with keys. */
const PROFILES = ['--profile', 'galx-signer', '--profile', 'galx-cosigner']
/** The file of keys is where a person writes it. */
const KEYS = '/etc/galx'

function succeeds(program: string, ...parameters: string[]): boolean {
  return spawnSync(program, parameters, { stdio: 'ignore' }).status === 0
}

/** @returns what keeps this machine from the trial, one line each */
function missing(): string[] {
  return [
    ...(process.getuid?.() === 0 ? [] : ['root: the trial writes keys into /etc/galx']),
    ...(succeeds('docker', 'compose', 'version')
      ? []
      : ['Docker with its plugin Compose (Debian: docker.io, docker-compose)']),
    ...(succeeds('docker', 'info') ? [] : ['a running Docker: `docker info` fails']),
    ...(succeeds('jq', '--version') ? [] : ['jq']),
    ...(existsSync(KEYS)
      ? [`${KEYS} exists: this machine has an installation, which the trial must not touch`]
      : []),
  ]
}

/** @returns the base image: Debian's own, or one made from Debian's packages where no registry can be reached */
async function baseImage(): Promise<string> {
  if (succeeds('docker', 'image', 'inspect', MADE)) return MADE
  if (succeeds('docker', 'pull', '-q', PULLED)) return PULLED
  if (!succeeds('mmdebstrap', '--version'))
    throw new Error(
      `missing: a registry that has ${PULLED}, or mmdebstrap to make a base image from Debian's packages`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'galx-base-'))
  const archive = join(folder, 'base.tar')
  await execute('mmdebstrap', ['--variant=minbase', 'trixie', archive, 'http://deb.debian.org/debian'], {
    maxBuffer: 64 << 20,
  })
  await execute('docker', ['import', archive, MADE])
  rmSync(folder, { recursive: true })
  return MADE
}

async function trialPorts(): Promise<Ports> {
  const free = async (port: number | number[]) =>
    Array.isArray(port) ? Promise.all(port.map(() => freePort())) : freePort()
  const pairs = Object.entries(STANDARD_PORTS).map(async ([name, port]) => [name, await free(port)] as const)
  return Object.fromEntries(await Promise.all(pairs)) as Ports
}

/** `npm test` has no time for it, and most machines have no Docker. */
const IS_ASKED_FOR = process.env.npm_lifecycle_event === 'image'

describe.skipIf(!IS_ASKED_FOR)('single in containers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-image-'))
  const kit = join(folder, 'kit')
  const hostsFile = join(folder, 'hosts.json')
  const environment = { ...process.env, COMPOSE_PROJECT_NAME: 'galx-trial' }
  let chain: Chain
  let ports: Ports
  let services: Record<string, { ulimits?: unknown }>
  let units: string[]

  beforeAll(async () => {
    const lacking = missing()
    if (lacking.length > 0) throw new Error(`missing: ${lacking.join('; ')}`)
    const base = await baseImage()
    chain = await startChain({ blockTime: 1 })
    const deployment = await deploy({
      rpcUrl: chain.rpcUrl,
      privateKey: EMBEDDED_DEPLOYER_KEY,
      configuration: embeddedNetwork,
    })
    ports = await trialPorts()
    const file: HostsFile = {
      ...SINGLE,
      nodes: [chain.rpcUrl],
      publicNode: chain.rpcUrl,
      backup: { path: join(folder, 'backups') },
      publicCertificate: {
        certificate: join(folder, 'public/cert.pem'),
        key: join(folder, 'public/key.pem'),
      },
      databaseBuffersMb: 64,
      containers: { base },
      hosts: [{ name: 'one', address: '127.0.0.1', ports }],
    }
    await writeFile(hostsFile, JSON.stringify(file))
    await writeFile(join(folder, 'deployment.json'), JSON.stringify(deployment))
    await writePublicCertificate(file)
    const secrets = await completeSecrets('single', file, null)
    const plan = makePlan('single', file, secrets, JSON.stringify(deployment))
    const files = renderKit(plan)
    await writeKit(kit, secrets, files)
    services = (JSON.parse(files.get('compose.yml')!.content) as { services: typeof services }).services
    units = productProcesses(plan.hosts[0]!).map(({ unit }) => unit.replace('@', '-'))
    await writeFile(join(kit, 'compose.override.yml'), JSON.stringify({ services: allowedLimits() }))
    await mkdir(KEYS, { mode: 0o700 })
    await writeFile(
      join(KEYS, 'signer-keys.env'),
      `SIGNER_PRIVATE_KEY=${EMBEDDED_SIGNER_KEY}\nPUBLISHER_PRIVATE_KEY=${EMBEDDED_PUBLISHER_KEY}\n`,
    )
    await writeFile(join(KEYS, 'cosigner-keys.env'), `COSIGNER_PRIVATE_KEY=${EMBEDDED_COSIGNER_KEY}\n`)
  })

  afterAll(async () => {
    if (services === undefined) return
    await docker('compose', ...PROFILES, '--profile', 'tools', 'down', '--volumes')
    rmSync(KEYS, { recursive: true, force: true })
    await chain.stop()
    rmSync(folder, { recursive: true })
  })

  async function writePublicCertificate({ domain, apiDomain, btcApiDomain }: HostsFile): Promise<void> {
    const names = [domain, apiDomain, btcApiDomain]
    const { certificate, key } = await makeCertificate(await makeAuthority(), domain, names, [])
    await mkdir(join(folder, 'public'))
    await writeFile(join(folder, 'public/cert.pem'), certificate)
    await writeFile(join(folder, 'public/key.pem'), key)
  }

  /** A machine without the right to raise limits cannot give a container more open files than it has. */
  function allowedLimits() {
    const { stdout } = spawnSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })
    const most = Number(stdout)
    return Object.fromEntries(
      Object.entries(services)
        .filter(([, { ulimits }]) => ulimits !== undefined && most < 65_536)
        .map(([name]) => [name, { ulimits: { nofile: { soft: most, hard: most } } }]),
    )
  }

  /** @returns the output of both streams. @throws with its end if the command fails */
  async function run(program: string, parameters: readonly string[]): Promise<string> {
    try {
      const { stdout, stderr } = await execute(program, parameters, {
        cwd: kit,
        env: environment,
        maxBuffer: 64 << 20,
      })
      return stdout + stderr
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${program} ${parameters.join(' ')}:\n${(stdout + stderr).slice(-6_000)}`, {
        cause: error,
      })
    }
  }
  const docker = (...words: string[]) => run('docker', words)
  const script = (name: string, ...words: string[]) => run(join(kit, name), words)

  /** Calls nginx by a name, as a browser does. */
  async function get(name: string, path: string): Promise<string> {
    const place = `${name}:${ports.https}`
    return run('curl', ['-fsSk', '--resolve', `${place}:127.0.0.1`, `https://${place}${path}`])
  }

  it('has a compose file that Docker Compose takes', async () => {
    const listed = await docker('compose', ...PROFILES, '--profile', 'tools', 'config', '--services')
    expect(listed.trim().split('\n').sort()).toEqual(Object.keys(services).sort())
  })

  it('install.sh: the image, the settings, the database, and all other parts', async () => {
    const said = await script('install.sh')
    expect(said).toContain('installed; next: release.sh')
    expect(said).not.toMatch(/no backups are taken|ERROR|WARN/)
  })

  it('release.sh: the image with the release, and all programs', async () => {
    expect(await script('release.sh', REPOSITORY)).toMatch(/^[0-9a-f]{12} serves$/m)
    expect(await script('check.sh')).toBe('all well\n')
  })

  it('serves the app and both APIs', async () => {
    expect(await get(SINGLE.domain, '/')).toContain('<div id="root">')
    expect(await get(SINGLE.domain, '/config.json')).toContain(SINGLE.apiDomain)
    expect(JSON.parse(await get(SINGLE.btcApiDomain, '/api/getBtcLevel'))).toMatchObject({ code: 200 })
  })

  it('publishes an epoch, which indexer, second engine, signer and co-signer must agree on', async () => {
    await vi.waitFor(
      async () => expect(await get(SINGLE.apiDomain, '/api/epochs')).toContain('"published":true'),
      { timeout: 4 * MINUTES, interval: 5_000 },
    )
  })

  it('gives no container a right, a root file system to write, or another’s key', async () => {
    const ids = (await docker('compose', ...PROFILES, 'ps', '-q')).trim().split('\n')
    const found = JSON.parse(await docker('inspect', ...ids)) as {
      Name: string
      Config: { User: string }
      HostConfig: {
        ReadonlyRootfs: boolean
        CapDrop: string[]
        CapAdd: string[] | null
        SecurityOpt: string[]
        Privileged: boolean
      }
    }[]
    expect(found.length).toBe(Object.keys(services).filter((name) => 'restart' in services[name]!).length)
    for (const { Name, Config, HostConfig } of found) {
      expect(HostConfig, Name).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'], Privileged: false })
      expect(HostConfig.SecurityOpt, Name).toEqual(['no-new-privileges:true'])
      // nginx's first process opens ports below 1024.
      expect(Config.User === 'root', Name).toBe(Name.includes('nginx'))
      expect(HostConfig.CapAdd === null, Name).toBe(!Name.includes('nginx'))
    }
    for (const service of ['galx-api-1', 'galx-signer', 'nginx']) {
      const refused = await docker(
        'compose',
        'exec',
        '-T',
        '-u',
        'galx',
        service,
        'bash',
        '-c',
        'cat /settings/galx/tls/*.key; touch /usr/x; true',
      )
      expect(refused.match(/Permission denied/g)).toHaveLength(3)
      expect(refused).toContain('Read-only file system')
    }
  })

  it('takes a first backup by itself, and Prometheus knows it', async () => {
    const query = 'galx_backup_finished_timestamp_seconds'
    await vi.waitFor(
      async () =>
        expect(
          await run('curl', ['-fsS', `http://127.0.0.1:${ports.prometheus}/api/v1/query?query=${query}`]),
        ).toContain('"type":"full"'),
      { timeout: 4 * MINUTES, interval: 5_000 },
    )
  })

  it('restore.sh brings the latest state back, with a new session secret; the signer waits for audit.sh', async () => {
    const before = readFileSync(join(kit, 'one/root/settings/galx/api.env'), 'utf8')
    expect(await script('restore.sh', 'latest', REPOSITORY, hostsFile, '--yes')).toContain(
      'restored to latest',
    )
    expect(readFileSync(join(kit, 'one/root/settings/galx/api.env'), 'utf8')).not.toBe(before)
    await expect(script('check.sh')).rejects.toThrow('galx-signer does not work')
    await script('audit.sh')
    expect(await script('check.sh')).toBe('all well\n')
  })

  it('starts no program again after release.sh --back to the version that runs', async () => {
    const ids = () => docker('compose', ...PROFILES, 'ps', '-q', ...units)
    const before = await ids()
    const version = readFileSync(join(kit, '.env'), 'utf8').trim().replace('GALX_VERSION=', '')
    expect(await script('release.sh', '--back', version)).toContain(`${version} serves`)
    expect(await ids()).toBe(before)
  })
})
