import { beforeAll, describe, expect, it } from 'vitest'
import { X509Certificate } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseWebConfig, WALLET_IDS } from '@galx/protocol/webConfig'
import { readAlertSecrets } from '../../src/kit/alertSecrets.ts'
import { completeSecrets } from '../../src/kit/makeSecrets.ts'
import { commandsOf } from '../../src/kit/services/commands.ts'
import type { HostsFile, Profile } from '../../src/kit/hostsFile.ts'
import { coSignerProblems, hostsOf, makePlan, type Plan } from '../../src/kit/plan.ts'
import { readHostsFile } from '../../src/kit/readHostsFile.ts'
import { readme } from '../../src/kit/readme.ts'
import { renderKit } from '../../src/kit/renderKit.ts'
import { postgresParameters } from '../../src/kit/services/postgresSettings.ts'
import { APART, HA, SINGLE } from './hosts.ts'
import { PAPER_DEPLOYMENT } from './paperDeployment.ts'

const DEPLOYMENT = JSON.stringify(PAPER_DEPLOYMENT)
const plans = {} as Record<Profile, Plan>

beforeAll(async () => {
  for (const [profile, hosts] of [
    ['single', SINGLE],
    ['ha', HA],
  ] as const) {
    plans[profile] = makePlan(profile, hosts, await completeSecrets(profile, hosts, null), DEPLOYMENT)
  }
})

describe.each(['single', 'ha'] as const)('the kit of %s', (profile) => {
  it('has the same bytes for the same plan', () => {
    const copy = structuredClone(plans[profile])
    expect([...renderKit(copy)]).toEqual([...renderKit(plans[profile])])
  })

  it('keeps every file with a secret from other users', () => {
    const { secrets } = plans[profile]
    const words = [
      ...secrets.sessions,
      ...Object.values(secrets.passwords),
      secrets.authority.key,
      ...Object.values(secrets.certificates).map(({ key }) => key),
    ].map((text) => text.split('\n')[1] ?? text)
    const open = [...renderKit(plans[profile])].filter(
      ([, { content, mode }]) => (mode & 0o077) !== 0 && words.some((word) => content.includes(word)),
    )
    expect(open.map(([path]) => path)).toEqual([])
  })

  it('lets the doctor ask Sourcify about a public chain, and about no other', () => {
    const scripts = (network: string) => {
      const deployment = JSON.stringify({ ...PAPER_DEPLOYMENT, network })
      return [...renderKit({ ...plans[profile], deployment })]
        .filter(([path]) => path.endsWith('/galx/doctor.sh'))
        .map(([, { content }]) => content)
    }
    for (const network of ['mainnet', 'testnet'])
      for (const script of scripts(network))
        expect(script).toContain('\n  --sourcify https://sourcify.dev/server \\\n')
    for (const script of scripts('paper')) expect(script).not.toContain('--sourcify')
    expect(scripts('paper')).not.toEqual([])
  })

  it('gives no host another host’s key, and no host the authority’s key', () => {
    const { secrets } = plans[profile]
    for (const [path, { content, host }] of renderKit(plans[profile])) {
      expect(content.includes(secrets.authority.key), path).toBe(false)
      for (const [id, { key }] of Object.entries(secrets.certificates))
        if (content.includes(key)) expect(id.split('/')[0], path).toBe(host)
    }
  })

  it('starts each program in its unit as in a trial', () => {
    const files = renderKit(plans[profile])
    for (const host of plans[profile].hosts)
      for (const { unit, run, environment } of commandsOf(plans[profile], host)) {
        if (!unit.startsWith('galx-')) continue
        const [name, instance] = unit.split('@')
        const file = `${host.name}/root/etc/systemd/system/${instance === undefined ? name : `${name}@`}.service`
        const lines = files
          .get(file)!
          .content.replaceAll('%i', instance ?? '')
          .split('\n')
        const start = lines.find((line) => line.startsWith('ExecStart='))!.slice('ExecStart='.length)
        expect(start.replaceAll('$$', '$').replaceAll("'", ''), unit).toBe(run.join(' '))
        expect(lines.filter((line) => line.startsWith('EnvironmentFile='))).toEqual(
          environment.map((path) => `EnvironmentFile=${path}`),
        )
      }
  })

  it('keeps the second engine’s state in its unit’s folder, and audits from there', () => {
    const unit = (name: string) =>
      [...renderKit(plans[profile])].find(([path]) => path.endsWith(`system/${name}.service`))![1].content
    const [, folder] = /^StateDirectory=(\S+)$/m.exec(unit('galx-verdicts'))!
    const state = `/var/lib/${folder}/state`
    expect(unit('galx-verdicts')).toContain(`--save ${state} --from ${state})`)
    expect(unit('galx-verdicts')).not.toContain('--headers')
    expect(unit('galx-audit')).toContain(`$$([ ! -e ${state} ] || echo --from ${state})`)
    expect(unit('galx-audit')).not.toContain('--save')
  })

  it.each([
    // In each row, the last command is the unit's other process, which does not end by itself.
    ['the engine', 'audit', 'exit 4', 'while read -r line; do :; done'],
    ['what stores verdicts', 'verdicts', 'exit 4', 'exec sleep 100'],
  ])('ends the unit of the second engine with %s', async (_part, ending, how, otherwise) => {
    const host = plans[profile].hosts.find(({ roles }) => roles.includes('signer'))!
    const { run } = commandsOf(plans[profile], host).find(({ unit }) => unit === 'galx-verdicts')!
    const folder = mkdtempSync(join(tmpdir(), 'galx-verdicts-'))
    const script = `#!/bin/bash\ncase "$*" in *'${ending} '* | *' ${ending}') ${how} ;; *) ${otherwise} ;; esac\n`
    writeFileSync(join(folder, 'node'), script, { mode: 0o755 })
    const [program, ...words] = run
    // The remaining process ends with the unit's process, like under systemd.
    const child = spawn(program!, words, {
      env: { PATH: `${folder}:${process.env.PATH}`, DEPLOYMENT_FILE: 'none' },
      stdio: 'ignore',
      detached: true,
    })
    try {
      await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })
    } finally {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // All processes have ended already.
      }
      rmSync(folder, { recursive: true })
    }
  })

  it('lets the signer start only if no audit is due; a passed audit removes the mark', () => {
    const host = plans[profile].hosts.find(({ roles }) => roles.includes('signer'))!
    const files = renderKit(plans[profile])
    const unit = (name: string) => files.get(`${host.name}/root/etc/systemd/system/${name}.service`)!.content
    const [, mark] = /^ConditionPathExists=!(.+)$/m.exec(unit('galx-signer').split('[Service]')[0]!) ?? []
    expect(mark).toBe('/var/lib/galx/audit-before-signing')
    expect(unit('galx-audit')).toContain(`\nExecStartPost=+/bin/rm -f ${mark}\n`)
  })

  it('runs the co-signer on the signer’s host, if a trial puts it there, as a separate user, without access to the database, once its key exists', () => {
    const host = plans[profile].hosts.find(({ roles }) => roles.includes('signer'))!
    const files = renderKit(plans[profile])
    const file = (path: string) => files.get(`${host.name}/root/etc/${path}`)!.content
    const unit = file('systemd/system/galx-cosigner.service')
    expect(unit).toContain('\nConditionPathExists=/etc/galx/cosigner-keys.env\n')
    expect(unit).toContain('\nUser=galx-cosigner\n')
    expect(unit).toContain('cosign --listen 127.0.0.1:8160 --state /var/lib/galx-cosigner/state\n')
    expect(unit).toContain('\nStateDirectory=galx-cosigner\n')
    expect(file('galx/cosigner.env')).not.toMatch(/DATABASE|REDIS|SECRET/)
    expect(file('galx/signer.env')).toContain('COSIGNER_URL=')
    expect(file('galx/signer.env')).toContain('http://127.0.0.1:8160')
  })

  it('gives a co-signer on a host of its own its nodes, its unit and no way to the other parts', async () => {
    const file = APART[profile]
    const secrets = await completeSecrets(profile, file, null)
    const plan = makePlan(profile, file, secrets, DEPLOYMENT)
    const files = renderKit(plan)
    const own = [...files].filter(([, { host }]) => host === 'd')
    const contentOf = (path: string) => files.get(`d/root/etc/${path}`)!.content
    expect(contentOf('systemd/system/galx-cosigner.service')).toContain(
      'cosign --listen 10.0.0.4:8160 --state /var/lib/galx-cosigner/state\n',
    )
    expect(contentOf('galx/cosigner.env')).toMatch(/^RPC_URL='?https:\/\/third\.node\.test'?$/m)
    expect(contentOf('galx/check-host.sh')).toContain('answers http://10.0.0.4:8160/health/ready\n')
    expect(own.filter(([path]) => path.endsWith('.env')).map(([path]) => path)).toEqual([
      'd/root/etc/galx/cosigner.env',
    ])
    const texts = own.map(([, { content }]) => content).join('\n')
    for (const word of [...Object.values(secrets.passwords), ...secrets.sessions, ...file.nodes])
      expect(texts).not.toContain(word)
    expect(texts).not.toMatch(/:5432|:6379|:8008|:2379/)
    // No other host has the co-signer. PostgreSQL accepts no connection from the co-signer's host.
    const others = [...files].filter(([, { host }]) => host !== null && host !== 'd')
    expect(others.filter(([path]) => path.includes('cosigner'))).toEqual([])
    expect(
      others.filter(([path, { content }]) => path.includes('pg_hba') && content.includes('10.0.0.4')),
    ).toEqual([])
    const [, signer] = others.find(([path]) => path.endsWith('galx/signer.env'))!
    expect(signer.content).toContain('COSIGNER_URL=http://10.0.0.4:8160\n')
  })

  it.each([
    ['the signer has', 'signer', 'c', 'cosigner'],
    ['the co-signer has', 'cosigner', 'd', 'signer'],
  ] as const)(
    'check-host.sh complains about the other key on the host that %s',
    async (_what, role, name, other) => {
      const secrets = await completeSecrets(profile, APART[profile], plans[profile].secrets)
      const plan = makePlan(profile, APART[profile], secrets, DEPLOYMENT)
      const folder = mkdtempSync(join(tmpdir(), 'galx-keys-'))
      try {
        const host = plan.hosts.find(({ roles }) => roles.includes(role))!
        expect(host.name).toBe(profile === 'single' && role === 'signer' ? 'one' : name)
        const script = renderKit(plan)
          .get(`${host.name}/root/etc/galx/check-host.sh`)!
          .content.replaceAll('/etc/galx/', `${folder}/`)
          .split('\n')
          .filter((line) => /^(?:without_key|complain\(\))/.test(line))
          .join('\n')
        const complaint = `a key of the ${other} lies here`
        const says = () => spawnSync('bash', { input: script, encoding: 'utf8' }).stdout
        writeFileSync(join(folder, `${role}-keys.env`), '')
        expect(says()).not.toContain('lies here')
        writeFileSync(join(folder, `${other}-keys.env`), '')
        expect(says()).toContain(`${host.name}: ${complaint}`)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )

  it('has signer and co-signer on one host only if the chain is not mainnet', () => {
    const problems = (file: HostsFile, chainId: number, network: string) =>
      coSignerProblems(profile, file, { chainId, network })
    const beside = profile === 'ha' ? HA : SINGLE
    const host = profile === 'ha' ? 'c' : 'one'
    const refused = [expect.stringMatching(`^host ${host} has the signer and the co-signer, .* mainnet`)]
    expect(problems(beside, 56, 'mainnet')).toEqual(refused)
    // The chain's id decides, whatever the network's name is. Only the embedded chain is exempt.
    expect(problems(beside, 56, 'paper')).toEqual(refused)
    expect(problems(beside, 56, 'embedded')).toEqual([])
    expect(problems(beside, 97, 'testnet')).toEqual([])
    expect(problems(APART[profile], 56, 'mainnet')).toEqual([])
    expect(problems({ ...SINGLE, coSigner: 'http://10.9.9.9:8160' }, 56, 'mainnet')).toEqual([])
    if (profile === 'single') return
    const shared = structuredClone(APART.ha)
    shared.hosts[3]!.roles!.push('redis')
    expect(problems(shared, 56, 'mainnet')).toEqual([
      'host d has the role cosigner and others: on mainnet the co-signer must be alone on its host',
    ])
  })

  it('has no co-signer if the hosts file names a co-signer on another machine', () => {
    const apart = APART[profile]
    const elsewhere = makePlan(
      profile,
      { ...apart, coSigner: 'http://10.9.9.9:8160', hosts: apart.hosts.slice(0, -1) },
      plans[profile].secrets,
      plans[profile].deployment,
    )
    const files = [...renderKit(elsewhere)]
    expect(files.filter(([path]) => path.includes('cosigner'))).toEqual([])
    const [, { content }] = files.find(([path]) => path.endsWith('galx/signer.env'))!
    expect(content).toContain('http://10.9.9.9:8160')
  })

  it('has certificates that its own authority signed, with the host’s names', () => {
    const { secrets, hosts } = plans[profile]
    const authority = new X509Certificate(secrets.authority.certificate)
    for (const [id, { certificate }] of Object.entries(secrets.certificates)) {
      const [hostName, service] = id.split('/')
      const read = new X509Certificate(certificate)
      expect(read.verify(authority.publicKey)).toBe(true)
      expect(read.subject).toBe(`CN=${service}.${hostName}`)
      expect(read.checkIP(hosts.find(({ name }) => name === hostName)!.address)).toBeDefined()
      expect(read.checkIP('127.0.0.1')).toBeDefined()
      expect(read.checkHost('localhost')).toBeDefined()
    }
  })
})

describe.each(['single', 'ha'] as const)('limits of %s', (profile) => {
  const contentOf = (file: string, change: Partial<HostsFile> = {}) => {
    const hosts = { ...(profile === 'ha' ? HA : SINGLE), ...change }
    const files = [...renderKit(makePlan(profile, hosts, plans[profile].secrets, DEPLOYMENT))]
    return files.find(([path]) => path.endsWith(file))![1].content
  }
  const numberIn = (text: string, name: string) => Number(new RegExp(`\\b${name}\\W+(\\d+)`).exec(text)?.[1])

  it('let nginx open as many files as its connections need', () => {
    const text = contentOf('nginx.conf')
    expect(numberIn(text, 'worker_rlimit_nofile')).toBeGreaterThan(2 * numberIn(text, 'worker_connections'))
  })

  it('make nginx listen on IPv6 wherever it listens on IPv4', () => {
    const lines = [...contentOf('nginx.conf').matchAll(/^ +listen (.*)$/gm)].map(([, line]) => line!)
    const [six, four] = [true, false].map((is) => lines.filter((line) => line.startsWith('[') === is))
    expect(six).toEqual(four!.map((line) => `[::]:${line}`))
    expect(four).toHaveLength(5)
  })

  it('give an API the hosts file’s time to stop, and kill it only then', () => {
    const seconds = (unit: string, apiEnvironment?: HostsFile['apiEnvironment']) =>
      numberIn(contentOf(`${unit}.service`, apiEnvironment && { apiEnvironment }), 'TimeoutStopSec')
    expect(seconds('galx-api@')).toBe(30)
    const slow = { SHUTDOWN_SERVE_SECONDS: '20', SHUTDOWN_DRAIN_SECONDS: '120' }
    for (const api of ['galx-api@', 'galx-btc-api@']) expect(seconds(api, slow), api).toBe(155)
    // The indexer does not get these variables.
    expect(seconds('galx-indexer', slow)).toBe(30)
    expect(seconds('galx-api@', { SHUTDOWN_SERVE_SECONDS: '0', SHUTDOWN_DRAIN_SECONDS: '0' })).toBe(30)
  })

  it('let PostgreSQL accept the connections of every process', () => {
    const most = (change?: Partial<HostsFile>) =>
      numberIn(
        contentOf(profile === 'ha' ? 'patroni/config.yml' : 'conf.d/galx.conf', change),
        'max_connections',
      )
    expect(most()).toBe(200)
    // Each of 4 API processes has 50 + 2 connections, the indexer 5. `ha`: two hosts, each with PgBouncer's 20. `single`: a second pool of 50 each.
    const wide = { apiEnvironment: { DATABASE_CONNECTIONS: '50' } }
    if (profile === 'ha') {
      const clients = (change?: Partial<HostsFile>) =>
        numberIn(contentOf('pgbouncer/pgbouncer.ini', change), 'max_client_conn')
      expect(clients()).toBe(500)
      expect(clients({ apiEnvironment: { DATABASE_CONNECTIONS: '100' } })).toBe(4 * 201 + 50)
    }
    expect(most(wide)).toBe(profile === 'ha' ? 50 + 2 * (20 + 4 * 52 + 5) : 50 + 4 * 102 + 5)
    if (profile === 'single') return
    const [a] = HA.hosts
    const further = ['d', 'e', 'f'].map((name, index) => ({
      ...a!,
      name,
      address: `10.0.0.${index + 4}`,
      roles: ['app' as const],
    }))
    const hosts = hostsOf('ha', { ...HA, hosts: [...HA.hosts, ...further] })
    expect(postgresParameters({ ...plans.ha, hosts })).toMatchObject({ max_connections: 50 + 5 * 73 })
  })
})

describe('a host with another address', () => {
  it('gets certificates for the new address, and the other hosts keep their certificates', async () => {
    const before = plans.ha.secrets
    const moved = structuredClone(HA)
    moved.hosts[1]!.address = '10.0.0.12'
    const after = await completeSecrets('ha', moved, before)
    expect(Object.keys(after.certificates).sort()).toEqual(Object.keys(before.certificates).sort())
    for (const [id, { certificate, key }] of Object.entries(after.certificates)) {
      if (!id.startsWith('b/')) {
        expect(after.certificates[id], id).toEqual(before.certificates[id])
        continue
      }
      const read = new X509Certificate(certificate)
      expect(read.checkIP('10.0.0.12'), id).toBe('10.0.0.12')
      expect(read.checkIP('10.0.0.2'), id).toBeUndefined()
      expect(key).not.toBe(before.certificates[id]!.key)
    }
    expect(await completeSecrets('ha', moved, after)).toEqual(after)
  })
})

describe('README.md', () => {
  it.each(['single', 'ha'] as const)('of %s has one line for each file, with its hosts', (profile) => {
    const files = renderKit(plans[profile])
    const { content, mode } = files.get('README.md')!
    expect(mode).toBe(0o644)
    const rows = [...content.matchAll(/^\| `(.+?)` \| (.*?) ?\| (.+) \|$/gm)].map(
      ([, path, hosts, what]) => ({
        path: path!,
        hosts: hosts!.split(', ').filter(Boolean),
        what: what!,
      }),
    )
    const listed = rows.flatMap(({ path, hosts }) =>
      hosts.length === 0 ? [path] : hosts.map((host) => path.replace('HOST', host)),
    )
    expect(listed.sort()).toEqual([...files.keys(), 'secrets.json'].sort())
    for (const secret of Object.values(plans[profile].secrets.passwords))
      expect(content).not.toContain(secret)
    const meaning = (path: string) => rows.find((row) => row.path === path)!.what
    expect(meaning('install.sh')).not.toBe(meaning('HOST/install.sh'))
    expect(meaning('HOST/root/etc/galx/tls/ca.crt')).toContain('authority')
    expect(meaning('HOST/root/etc/galx/api.env')).not.toBe(meaning('HOST/root/etc/galx/indexer.env'))
  })

  it('names a file that it does not know', () => {
    const files = new Map([...renderKit(plans.single)].slice(0, 1))
    files.set('one/root/etc/unknown.cfg', [...files.values()][0]!)
    expect(() => readme(plans.single, files)).toThrow(
      "the kit's README.md has no line for HOST/root/etc/unknown.cfg",
    )
  })
})

describe('Alertmanager', () => {
  type Routes = { routes: { receiver: string; repeat_interval?: string }[] }
  type Receivers = { name: string; webhook_configs?: { url: string; send_resolved: boolean }[] }[]
  const read = (profile: Profile) => {
    const [, { content }] = [...renderKit(plans[profile])].find(([path]) =>
      path.endsWith('alertmanager.yml'),
    )!
    const { route, receivers } = JSON.parse(content) as { route: Routes; receivers: Receivers }
    return {
      ...route,
      urls: receivers.map(({ name, webhook_configs: [hook] = [] }) => [name, hook?.url]),
      receivers,
    }
  }
  const OPERATOR = ['operator', 'https://alerts.galx.test/hook']

  it('calls the heartbeat’s address every minute, and never reports the heartbeat’s end', () => {
    const { routes, urls, receivers } = read('ha')
    expect(routes[0]).toMatchObject({ receiver: 'heartbeat', repeat_interval: '1m' })
    expect(urls).toEqual([OPERATOR, ['heartbeat', 'https://switch.galx.test/beat'], ['nobody', undefined]])
    expect(receivers[1]!.webhook_configs![0]!.send_resolved).toBe(false)
  })

  describe('gives each receiver its form', () => {
    const alerts = {
      ...SINGLE.alerts,
      webhook: ['https://one.galx.test/hook', 'https://two.galx.test/hook'],
      telegram: { chat: -100_123 },
      slack: { channel: '#alerts' },
      pagerduty: true as const,
    }
    const given = {
      TELEGRAM_BOT_TOKEN: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      SLACK_WEBHOOK_URL: 'https://hooks.slack.test/services/T0/B0/secret',
      PAGERDUTY_ROUTING_KEY: '0123456789abcdef0123456789abcdef',
    }
    const file: HostsFile = { ...SINGLE, alerts }

    it('in Alertmanager’s configuration, and in no other file', () => {
      expect(readHostsFile(JSON.stringify(file), 'single')).toMatchObject({ ok: true })
      const secrets = { ...plans.single.secrets, alerts: readAlertSecrets(file, given, undefined)! }
      const files = [...renderKit(makePlan('single', file, secrets, DEPLOYMENT))]
      const [path, { content, mode, owner }] = files.find(([one]) => one.endsWith('alertmanager.yml'))!
      expect({ mode, owner }).toEqual({ mode: 0o600, owner: 'prometheus' })
      const { receivers } = JSON.parse(content) as { receivers: unknown[] }
      expect(receivers[0]).toMatchObject({
        name: 'operator',
        webhook_configs: alerts.webhook.map((url) => ({ url, send_resolved: true })),
        telegram_configs: [{ bot_token: given.TELEGRAM_BOT_TOKEN, chat_id: -100_123, parse_mode: '' }],
        slack_configs: [{ api_url: given.SLACK_WEBHOOK_URL, channel: '#alerts' }],
        pagerduty_configs: [
          { routing_key: given.PAGERDUTY_ROUTING_KEY, severity: '{{ .CommonLabels.severity }}' },
        ],
      })
      for (const secret of Object.values(given))
        expect(files.filter(([, one]) => one.content.includes(secret)).map(([one]) => one)).toEqual([path])
    })

    it('with a secret from the environment, or the stored secret, and names a missing or wrong secret', () => {
      const stored = readAlertSecrets(file, given, undefined)
      expect(readAlertSecrets(file, {}, stored)).toEqual(stored)
      const changed = { PAGERDUTY_ROUTING_KEY: 'f'.repeat(32) }
      expect(readAlertSecrets(file, changed, stored)).toEqual({ ...stored, pagerduty: 'f'.repeat(32) })
      expect(readAlertSecrets(SINGLE, given, stored)).toBeUndefined()
      expect(() => readAlertSecrets(file, { ...given, SLACK_WEBHOOK_URL: '' }, undefined)).toThrow(
        'alerts.slack: SLACK_WEBHOOK_URL is missing in the environment; the kit keeps it in secrets.json',
      )
      const wrong = { ...given, TELEGRAM_BOT_TOKEN: 'secret' }
      expect(() => readAlertSecrets(file, wrong, undefined)).toThrow(
        /^TELEGRAM_BOT_TOKEN must be a bot’s token, such as 123456:ABC…$/,
      )
    })
  })

  it('sends no heartbeat if the hosts file names no address', () => {
    const { routes, urls } = read('single')
    expect(routes.map(({ receiver }) => receiver)).toEqual(['nobody'])
    expect(urls).toEqual([OPERATOR, ['nobody', undefined]])
  })
})

describe('the app’s options', () => {
  const configOf = (file: HostsFile) => {
    const files = [...renderKit(makePlan('single', file, plans.single.secrets, DEPLOYMENT))]
    const [, { content }] = files.find(([path]) => path.endsWith('config.json'))!
    return parseWebConfig(JSON.parse(content))
  }

  it('come from the hosts file, and otherwise have their defaults', () => {
    const app = {
      internationalVersion: true,
      securityCentre: true,
      wallets: ['trust' as const],
      relays: [{ name: 'Shield', rpcUrl: 'https://relay.node.test' }],
    }
    expect(configOf({ ...SINGLE, app })).toMatchObject({ ok: true, config: app })
    const standard = { internationalVersion: false, securityCentre: false, relays: [] }
    expect(configOf(SINGLE)).toMatchObject({ ok: true, config: { ...standard, wallets: WALLET_IDS } })
  })

  it('are refused if a name is wrong', () => {
    const file = { ...SINGLE, app: { wallets: ['paper'], globe: true } }
    expect(readHostsFile(JSON.stringify(file), 'single')).toMatchObject({ ok: false })
  })
})

describe('hosts files that are refused', () => {
  type Changes = [string, Profile, (file: Record<string, any>) => void, string[]] // eslint-disable-line @typescript-eslint/no-explicit-any
  it.each([
    ['text that is not JSON', 'ha', () => {}, []],
    ['a missing name', 'single', (file) => delete file.domain, ['domain is missing']],
    ['an unknown name', 'single', (file) => (file.hosts[0].adress = 'x'), ['hosts[0].adress is unknown']],
    [
      'placeholders',
      'single',
      (file) => {
        file.domain = 'galx.example'
        file.nodes = ['https://node.test/YOUR-KEY', 'https://other.test/xxxx', 'https://third.test/v1/TODO']
        file.hosts[0].address = '192.0.2.7'
      },
      [
        'domain: "galx.example" is a placeholder, write the real value',
        'nodes[0]: "https://node.test/YOUR-KEY" is a placeholder, write the real value',
        'nodes[1]: "https://other.test/xxxx" is a placeholder, write the real value',
        'nodes[2]: "https://third.test/v1/TODO" is a placeholder, write the real value',
        'hosts[0].address: "192.0.2.7" is a placeholder, write the real value',
      ],
    ],
    [
      'no place for backups',
      'single',
      (file) => delete file.backup,
      ['backup is missing: a path on another machine’s disk, or s3'],
    ],
    [
      'etcd on two hosts',
      'ha',
      (file) => (file.hosts[2].roles = ['signer', 'cosigner', 'redis', 'backup', 'monitor']),
      ['etcd on 2 hosts survives no more failures than on 1 host: take 3 or 5'],
    ],
    [
      'backups and the signer on hosts with roles that must be apart',
      'ha',
      (file) => {
        file.hosts[0].roles.push('backup', 'signer')
        file.hosts[2].roles = ['etcd', 'cosigner', 'redis', 'monitor']
      },
      [
        'host a has the roles backup and database, which must be apart: one dead machine would take the database and its backups',
        'host a has the roles backup and edge, which must be apart: a break-in from the internet would reach every backup',
        'host a has the roles signer and edge, which must be apart: a break-in from the internet would reach the key that signs vouchers',
        'host a has the roles signer and database, which must be apart: somebody who can change rows must not reach the key that signs for them',
      ],
    ],
    [
      'a node under two accounts',
      'single',
      (file) => (file.nodes = ['https://node.galx.io/key', 'https://other@node.galx.io/key']),
      ['nodes: node.galx.io is there twice'],
    ],
    [
      'three hosts at one address',
      'ha',
      (file) => (file.hosts[1].address = '10.0.0.1'),
      [
        'host a shares the address 10.0.0.1: it needs separate ports and directories',
        'host b shares the address 10.0.0.1: it needs separate ports and directories',
      ],
    ],
    [
      'no co-signer',
      'ha',
      (file) => file.hosts[2].roles.splice(2, 1),
      ['no host has the role cosigner, and coSigner is missing'],
    ],
    [
      'two co-signers, one of them on another machine',
      'ha',
      (file) => {
        file.coSigner = 'http://10.9.9.9:8160'
        file.hosts[0].roles.push('cosigner')
      },
      [
        'cosigner on 2 hosts: one may have the role',
        'coSigner and a host of the role cosigner: take one of them',
      ],
    ],
    [
      'proxies that are no network, or everybody',
      'single',
      (file) => {
        file.trustedProxies = {
          addresses: ['0.0.0.0/0', '::/0', '128.0.0.0/1', 'cdn.test', '10.0.0.0/33', '173.245.48.0/20'],
        }
      },
      [
        ...['0.0.0.0/0', '::/0', '128.0.0.0/1'].map(
          (text, index) =>
            `trustedProxies.addresses[${index}]: "${text}" trusts callers too: anybody there could name any address as the caller’s`,
        ),
        ...['cdn.test', '10.0.0.0/33'].map(
          (text, index) =>
            `trustedProxies.addresses[${index + 3}]: "${text}" is not an address or a network such as 173.245.48.0/20`,
        ),
      ],
    ],
    [
      'a contact until a day that does not exist',
      'single',
      (file) => {
        file.securityContact = { contact: 'mailto:security@galx.test', expires: '2027-02-30' }
      },
      ['securityContact.expires: there is no day 2027-02-30'],
    ],
    [
      'alerts that wake nobody',
      'single',
      (file) => {
        file.alerts = { runbook: file.alerts.runbook }
      },
      ['alerts needs a receiver: webhook, telegram, slack or pagerduty'],
    ],
    [
      'a co-signer without its own nodes, or with the signer’s nodes',
      'ha',
      (file) => {
        file.hosts.push({ name: 'd', address: '10.0.0.4', roles: ['cosigner'] })
        file.hosts[2].roles.splice(2, 1)
        file.hosts[2].nodes = file.nodes
      },
      [
        'host c: nodes is for a host with only the role cosigner',
        'host d: nodes is missing: the co-signer’s own nodes',
      ],
    ],
    [
      'a co-signer that asks the signer’s node',
      'ha',
      (file) => {
        file.hosts.push({ name: 'd', address: '10.0.0.4', roles: ['cosigner'], nodes: [file.nodes[0]] })
        file.hosts[2].roles.splice(2, 1)
      },
      ['nodes and host d: nodes: one.node.test is there twice'],
    ],
    [
      'one machine that reaches the co-signer’s machine by ssh',
      'single',
      (file) => {
        file.hosts.push({ name: 'd', address: '10.0.0.4', roles: ['cosigner'], nodes: ['https://own.test'] })
      },
      ['host one: ssh is missing: run the scripts on neither host'],
    ],
  ] as Changes[])('%s', (name, profile, change, problems) => {
    const file = structuredClone(profile === 'ha' ? HA : SINGLE)
    change(file)
    const isText = name === 'text that is not JSON'
    const text = isText ? '{' : JSON.stringify(file)
    expect(readHostsFile(text, profile)).toEqual({
      ok: false,
      problems: isText ? ['it is not JSON'] : problems,
    })
  })

  it('accepts a file whose keys contain the letters of a placeholder', () => {
    const file = structuredClone(SINGLE) as typeof SINGLE & { nodes: string[] }
    file.nodes = ['https://node.test/v3/q7XxxR2mToDo9', 'https://other.test/v3/4Kxxxx81']
    expect(readHostsFile(JSON.stringify(file), 'single')).toMatchObject({ ok: true })
  })

  it.each(['single', 'ha'] as const)(
    'refuses the example of %s only for its placeholders',
    async (profile) => {
      const path = new URL(`../../../docs/examples/hosts.${profile}.json`, import.meta.url)
      const read = readHostsFile(await readFile(path, 'utf8'), profile)
      const problems = read.ok ? [] : read.problems
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.filter((problem) => !problem.includes('is a placeholder'))).toEqual([])
    },
  )

  it.each(['single', 'ha'] as const)('accepts %s', (profile) => {
    for (const file of [profile === 'ha' ? HA : SINGLE, APART[profile]])
      expect(readHostsFile(JSON.stringify(file), profile)).toMatchObject({ ok: true })
  })
})
