/**
 * docs/production.md, "One machine", followed to the letter on an empty Debian machine with systemd: runs the page's own commands in
 * order. A node, a forward proxy and a webhook on this machine, and the programs of `standIns.ts`, replace the internet.
 */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { deploy } from '../../src/deploy/deploy.ts'
import { metricNames } from '../../src/kit/alerts/metricNames.ts'
import { alertsOf } from '../../src/kit/alerts/rules.ts'
import { dashboardExpressions } from '../../src/kit/dashboards/dashboards.ts'
import {
  EMBEDDED_DEPLOYER_KEY,
  EMBEDDED_COSIGNER_KEY,
  EMBEDDED_PUBLISHER_KEY,
  EMBEDDED_SIGNER_KEY,
  embeddedNetwork,
} from '../../src/networks/embedded.ts'
import { POSTGRESQL } from '../../src/kit/hostsFile.ts'
import { stepsOf } from './machine/guide.ts'
import { giveNode, HERE, machineImpossible, startMachine, THERE, type Machine } from './machine/machine.ts'
import { proxy, relay, webhook, type Endpoint } from './machine/outside.ts'
import { CERTBOT, CLOCK, editor } from './machine/standIns.ts'

const execute = promisify(execFile)
const REPOSITORY = resolve(import.meta.dirname, '../../..')
const FOLDER = process.env.TRIAL_MACHINE
const DEBIAN = process.env.TRIAL_DEBIAN === '13' ? 13 : 12
const MINUTES = 60_000
vi.setConfig({ testTimeout: 15 * MINUTES, hookTimeout: 15 * MINUTES })

function reasonToSkip(): string | null {
  return FOLDER === undefined ? 'TRIAL_MACHINE names no folder (docs/environment.md)' : machineImpossible()
}
const skipped = reasonToSkip()
if (skipped !== null) console.log(`not proven here: docs/production.md on an empty machine: ${skipped}`)

const DOMAIN = 'galx.test'
const NAMES = [DOMAIN, 'api.galx.test', 'btc-api.galx.test'] as const
const WORDS: readonly (readonly [string, string])[] = [
  ['YOUR-DEPLOYMENT-FILE', '/srv/deployment.json'],
  ['BTC-API-DOMAIN', NAMES[2]],
  ['API-DOMAIN', NAMES[1]],
  ['DOMAIN', DOMAIN],
  ['REPOSITORY', '/srv/galx.bundle'],
]
const KEYS = [
  `SIGNER_PRIVATE_KEY=${EMBEDDED_SIGNER_KEY}`,
  `PUBLISHER_PRIVATE_KEY=${EMBEDDED_PUBLISHER_KEY}`,
  `COSIGNER_PRIVATE_KEY=${EMBEDDED_COSIGNER_KEY}`,
].join('\n')

describe.skipIf(skipped !== null)('docs/production.md on an empty machine', () => {
  const steps = stepsOf('One machine')
  const endpoints: Endpoint[] = []
  let chain: Chain
  let machine: Machine
  let alerts: Awaited<ReturnType<typeof webhook>>
  let node: Endpoint

  beforeAll(async () => {
    chain = await startChain({ blockTime: 1 })
    const deployment = await deploy({
      rpcUrl: chain.rpcUrl,
      privateKey: EMBEDDED_DEPLOYER_KEY,
      configuration: embeddedNetwork,
    })
    const cache = (await execute('npm', ['config', 'get', 'cache'])).stdout.trim()
    machine = await startMachine(FOLDER!, DEBIAN, cache, async (disk) => {
      await giveNode(disk)
      await writeInto(disk, '/usr/local/bin/certbot', CERTBOT, 0o755)
      await writeInto(disk, '/usr/local/bin/nano', editor(KEYS), 0o755)
      await writeInto(disk, '/usr/local/bin/timedatectl', CLOCK, 0o755)
      await writeInto(disk, '/srv/deployment.json', JSON.stringify(deployment))
      await writeInto(disk, '/etc/hostname', 'one\n')
      await writeInto(disk, '/etc/hosts', `127.0.0.1 localhost\n${THERE} ${NAMES.join(' ')}\n`)
      await execute('git', ['-C', REPOSITORY, 'bundle', 'create', join(disk, 'srv/galx.bundle'), 'HEAD'])
    })
    node = await relay(HERE, chain.port)
    const packages = await proxy(HERE)
    alerts = await webhook(HERE)
    endpoints.push(node, packages, alerts)
    const address = `http://${HERE}:${packages.port}`
    await says(`
echo 'Acquire::http::Proxy "${address}";' > /etc/apt/apt.conf.d/90trial
printf 'proxy=${address}\\nhttps-proxy=${address}\\nprefer-offline=true\\n' > /root/.npmrc`)
  })

  afterAll(async () => {
    await machine?.stop()
    for (const endpoint of endpoints) endpoint.close()
    await chain?.stop()
  })

  /** @returns the output. @throws an error with the end of the output if the last command fails */
  async function says(script: string): Promise<string> {
    const { status, text } = await machine.run(script)
    if (status !== 0) throw new Error(`exit code ${status}:\n${text.slice(-6_000)}`)
    return text
  }

  /** Runs the commands of a step. @param change replaces the commands that differ in the trial */
  function follow(
    step: number,
    change: (commands: string) => string = (commands) => commands,
  ): Promise<string> {
    const commands = WORDS.reduce(
      (text, [word, value]) => text.replaceAll(word, value),
      steps.get(step) ?? '',
    )
    expect(commands).not.toBe('')
    return says(`set -e\n${step === 1 || step === 2 ? '' : 'cd /root/galx\n'}${change(commands)}`)
  }

  it('has exactly the steps of this test', () => {
    expect([...steps.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('1: tools', async () => {
    await follow(1, (commands) => commands.split('\n')[0]!)
    expect(await says('node --version')).toMatch(/^v2\d/)
  })

  it('2: the repository', async () => {
    await follow(2)
  })

  it('3: the hosts file', async () => {
    await follow(3)
    const example = JSON.parse(await says('cat /root/deployment/hosts.json')) as Record<string, unknown>
    const own = {
      ...example,
      domain: DOMAIN,
      apiDomain: NAMES[1],
      btcApiDomain: NAMES[2],
      nodes: [`http://${HERE}:${node.port}`],
      publicNode: `http://${HERE}:${node.port}`,
      coSigner: undefined,
      alerts: { webhook: `http://${HERE}:${alerts.port}/`, runbook: 'https://docs.galx.test/runbook.md' },
      databaseBuffersMb: 64,
      debian: DEBIAN,
      hosts: [{ name: 'one', address: THERE }],
    }
    await says(`cat > /root/deployment/hosts.json <<'END'\n${JSON.stringify(own, null, 2)}\nEND`)
  })

  it('4: the kit', async () => {
    expect(await follow(4)).toContain('its secrets were made')
  })

  it('5: the certificate', async () => {
    await follow(5)
  })

  it('6: packages, files, database, backups, monitoring; and the certificate through nginx', async () => {
    // Stands in for the disk of another machine.
    await says('mkdir /mnt/backup && mount -t tmpfs tmpfs /mnt/backup')
    const said = await follow(6)
    expect(said).toContain('one: installed')
    expect(said).not.toMatch(/no backups are taken|ERROR|could not/)
  })

  it('7: the keys of the signer and of the co-signer', async () => {
    await follow(7)
    for (const file of ['signer-keys', 'cosigner-keys'])
      expect(await says(`stat -c "%a %U" /etc/galx/${file}.env`)).toBe('600 root\n')
  })

  it('8: the programs', async () => {
    expect(await follow(8)).toMatch(/^[0-9a-f]{12} serves$/m)
  })

  it('9: after a first backup nothing is wrong', async () => {
    expect(await follow(9)).toMatch(/^all well$/m)
  })

  it('install.sh again interrupts nothing', async () => {
    const begun = () =>
      says(
        `systemctl show -p ExecMainStartTimestamp postgresql@${POSTGRESQL[DEBIAN]}-main nginx redis-server`,
      )
    const before = await begun()
    expect(await says('/root/deployment/kit/install.sh')).toContain('one: installed')
    expect(await begun()).toBe(before)
  })

  it('serves the app and both APIs', async () => {
    const page = await says(`curl -fsS https://${DOMAIN}/`)
    expect(page).toContain('<div id="root">')
    expect(await says(`curl -fsS https://${DOMAIN}/config.json`)).toContain(NAMES[1])
    for (const name of NAMES.slice(1)) expect(await says(`curl -sS https://${name}/`)).toContain('"code":404')
  })

  /** The doctor's findings that are not ok. Node.js trusts the trial's certificates only through the certificate store of OpenSSL. */
  async function complaints(): Promise<{ area: string; state: string; text: string }[]> {
    const { text } = await machine.run(`NODE_OPTIONS=--use-openssl-ca /etc/galx/doctor.sh --json`)
    const lines = text.trim().split('\n')
    return lines
      .map((line) => JSON.parse(line) as { area: string; state: string; text: string })
      .filter(({ state }) => state !== 'ok')
  }

  it('doctor reports nothing wrong, then one line for each stopped part', async () => {
    // The doctor reports that there is only one node. Alerts from before the release end within a minute or two.
    await vi.waitFor(
      async () =>
        expect((await complaints()).map(({ area, text }) => `${area}: ${text}`)).toEqual([
          'nodes: there is only one node',
        ]),
      { timeout: 4 * MINUTES, interval: 10_000 },
    )
    for (const [unit, area, words] of [
      ['redis-server', 'limits', 'Redis does not answer: each API process counts for itself'],
      ['galx-btc-api@2', 'apis', 'http://127.0.0.1:8022 does not answer'],
      ['prometheus', 'alerts', 'Prometheus: http://127.0.0.1:9090 does not answer'],
      ['nginx', 'certificates', 'connect ECONNREFUSED'],
    ] as const) {
      await says(`systemctl stop ${unit}`)
      const found = (await complaints()).filter((one) => one.area === area)
      expect(found.map(({ text }) => text).join('\n'), unit).toContain(words)
      await says(`systemctl start ${unit}`)
    }
  })

  it('Prometheus has every metric that alerts and dashboards read', async () => {
    const wanted = metricNames([
      ...alertsOf('single').map(({ expr }) => expr),
      ...dashboardExpressions('single'),
    ])
    // Some figures of our own programs begin with the first event; server/test/metrics checks those.
    const ofParts = [...wanted].filter((name) => !/^galx_(?!backup_|certificate_)/.test(name))
    const answer = await says('curl -fsS http://127.0.0.1:9090/api/v1/label/__name__/values')
    expect((JSON.parse(answer) as { data: string[] }).data).toEqual(expect.arrayContaining(ofParts))
  })

  it('restore.sh restores a moment, with a new session secret and the signer off', async () => {
    const sql = (text: string) => says(`cd / && runuser -u postgres -- psql -qtAX galx -c "${text}"`)
    const early = await machine.run(
      "/root/deployment/kit/restore.sh '2020-01-01 00:00:00+00' /root/galx /root/deployment/hosts.json --yes",
    )
    expect(early.status).toBe(1)
    expect(early.text).toMatch(/backups lead to moments from .* until now, not to 2020.*nothing has changed/)
    await sql('create table before_the_moment (id int)')
    // The moment is given in whole seconds and must be later than the table.
    await says('sleep 2')
    const moment = (await sql("select to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')")).trim()
    await says('sleep 2')
    await sql('create table after_the_moment (id int)')
    await sql('select pg_switch_wal()')
    const secret = await says('grep SESSION_SECRET /etc/galx/api.env')
    const said = await says(
      `/root/deployment/kit/restore.sh '${moment}+00' /root/galx /root/deployment/hosts.json --yes`,
    )
    expect(said).toContain(`restored to ${moment}+00`)
    expect(
      await sql(
        "select to_regclass('before_the_moment') is not null, to_regclass('after_the_moment') is null",
      ),
    ).toBe('t|t\n')
    expect(await says('grep SESSION_SECRET /etc/galx/api.env')).not.toBe(secret)
    // Nobody can start the signer before the audit.
    await machine.run('systemctl start galx-signer')
    expect((await machine.run('systemctl is-active galx-signer')).text).toBe('inactive\n')
    await says('systemctl start galx-audit && systemctl start galx-signer')
    await says('systemctl start galx-backup-full && systemctl start galx-figures')
    expect(await says('/root/deployment/kit/check.sh')).toMatch(/^all well$/m)
  })

  it('release.sh rolls back, and a release that does not start leaves the serving version', async () => {
    const version = (await says('basename "$(readlink /opt/galx/current)"')).trim()
    const earlier = '0123456789ab'
    await says(`cp -al /opt/galx/releases/${version} /opt/galx/releases/${earlier}`)
    expect(await says(`/root/deployment/kit/release.sh --back ${earlier}`)).toContain(`${earlier} serves`)
    expect(await says('readlink /opt/galx/current')).toBe(`releases/${earlier}\n`)

    const missing = await machine.run('/root/deployment/kit/release.sh --back abcdefabcdef')
    expect(missing).toMatchObject({ status: 1 })
    expect(missing.text).toContain('does not have the version abcdefabcdef; nothing has changed')

    await says('mkdir -p /opt/galx/releases/ffffffffffff')
    const broken = await machine.run('/root/deployment/kit/release.sh --back ffffffffffff')
    expect(broken.status).toBe(1)
    expect(broken.text).toContain(`one serves releases/${earlier} again`)
    expect(await says('readlink /opt/galx/current')).toBe(`releases/${earlier}\n`)
    expect(await says('rm -r /opt/galx/releases/ffffffffffff; /root/deployment/kit/check.sh')).toMatch(
      /^all well$/m,
    )
  })
})

async function writeInto(disk: string, path: string, content: string, mode = 0o644): Promise<void> {
  await mkdir(join(disk, path, '..'), { recursive: true })
  await writeFile(join(disk, path), content, { mode })
}
