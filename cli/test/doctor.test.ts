/** The doctor's findings about the parts around the programs, with real parts: Redis, Prometheus and Alertmanager, a certificate, an API. */
import { execFileSync, type ChildProcess } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { examineCertificate } from '../src/doctor/certificates.ts'
import { examineMonitoring } from '../src/doctor/monitoring.ts'
import { examineSecurityText } from '../src/doctor/securityText.ts'
import { examineApi, examineCoSigner, examineLimits } from '../src/doctor/services.ts'
import { freePort } from '@galx/stack/process/freePort'
import { end, programOf, proves, start } from '../../operator/test/support/debian.ts'

const DAY = 86_400
const started: ChildProcess[] = []
const servers: Server[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map(end))
  for (const server of servers.splice(0)) server.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galx-doctor-'))
  folders.push(folder)
  return folder
}

function run(program: string, ...parameters: string[]): ChildProcess {
  const child = start(program, parameters)
  started.push(child)
  return child
}

async function listening(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function now(): number {
  return Math.floor(Date.now() / 1_000)
}

function eventually(assertion: () => Promise<void>): Promise<void> {
  return vi.waitFor(assertion, { timeout: 20_000, interval: 200 })
}

describe('the co-signer', () => {
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list!)
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const mainnet = { chainId: 56, network: 'mainnet' }

  it.each(['127.0.0.1', 'localhost', '[::1]', ...(own === undefined ? [] : [own])])(
    'on the signer’s machine (%s) is a fault on mainnet, and on no other network',
    (host) => {
      const url = `http://${host}:8160`
      expect(examineCoSigner(url, mainnet)).toMatchObject({
        state: 'wrong',
        text: expect.stringContaining(
          `${host}, which is this machine: an intruder here has both keys`,
        ) as string,
      })
      for (const trial of [
        { chainId: 97, network: 'testnet' },
        { chainId: 56, network: 'embedded' },
      ])
        expect(examineCoSigner(url, trial)).toMatchObject({ state: 'ok' })
    },
  )

  it('on another machine is no fault', () => {
    expect(examineCoSigner('https://user:secret@co-signer.test/key', mainnet)).toEqual({
      area: 'co-signer',
      state: 'ok',
      text: 'the signer asks co-signer.test, another machine',
    })
  })
})

describe('limits', () => {
  proves('redis-server', 'answers, refuses a password, is gone', async (program) => {
    const port = String(await freePort())
    const redis = run(program, '--port', port, '--bind', '127.0.0.1', '--requirepass', 'right', '--save', '')
    const found = (password: string) => examineLimits(`redis://:${password}@127.0.0.1:${port}`)
    await eventually(async () => expect(await found('right')).toMatchObject({ state: 'ok' }))
    expect(await found('wrong')).toEqual({
      area: 'limits',
      state: 'wrong',
      text: 'Redis refuses the password',
      todo: 'correct the password in REDIS_URL',
    })
    await end(redis)
    expect(await found('right')).toMatchObject({
      state: 'warning',
      text: 'Redis does not answer: each API process counts for itself',
    })
  })

  it('without Redis each process counts for itself, and the doctor reports no fault', async () => {
    expect(await examineLimits(null)).toMatchObject({ state: 'ok' })
  })
})

/** Starts Prometheus, which reads the files of node-exporter in `figures`. @param alertmanagerPort null: no Alertmanager. @returns the address */
async function monitor(figures: string, alertmanagerPort: number | null): Promise<string> {
  const folder = newFolder()
  const exporter = await freePort()
  run(
    programOf('prometheus-node-exporter')!,
    '--collector.disable-defaults',
    '--collector.textfile',
    `--collector.textfile.directory=${figures}`,
    `--web.listen-address=127.0.0.1:${exporter}`,
  )
  const rule = { alert: 'GalxHalted', expr: 'galx_indexer_halted == 1', labels: { severity: 'critical' } }
  const heartbeat = { alert: 'Heartbeat', expr: 'vector(1)', labels: { severity: 'none' } }
  writeFileSync(
    join(folder, 'rules.yml'),
    JSON.stringify({ groups: [{ name: 'all', rules: [rule, heartbeat] }] }),
  )
  const managers = alertmanagerPort === null ? [] : [`127.0.0.1:${alertmanagerPort}`]
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(folder, 'rules.yml')],
      alerting: { alertmanagers: [{ static_configs: [{ targets: managers }] }] },
      scrape_configs: [{ job_name: 'node', static_configs: [{ targets: [`127.0.0.1:${exporter}`] }] }],
    }),
  )
  const port = await freePort()
  run(
    programOf('prometheus')!,
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  )
  return `http://127.0.0.1:${port}`
}

function writeFigures(folder: string, figures: Record<string, number>): void {
  mkdirSync(folder, { recursive: true })
  const lines = Object.entries(figures).map(([name, value]) => `${name} ${value}\n`)
  writeFileSync(join(folder, 'galx.prom'), lines.join(''))
}

const BACKUP = 'galx_backup_finished_timestamp_seconds{type="incr"}'
const CERTIFICATE = 'galx_certificate_expires_timestamp_seconds{certificate="redis.crt"}'
const PARTS = ['prometheus', 'prometheus-node-exporter', 'prometheus-alertmanager']

describe.skipIf(PARTS.some((name) => programOf(name) === null))('monitoring', () => {
  it('a young backup, a valid certificate and an Alertmanager are no fault', async () => {
    const figures = newFolder()
    writeFigures(figures, {
      [BACKUP]: now() - 3_600,
      [CERTIFICATE]: now() + 100 * DAY,
      galx_indexer_halted: 0,
    })
    const folder = newFolder()
    writeFileSync(
      join(folder, 'alertmanager.yml'),
      JSON.stringify({ route: { receiver: 'none' }, receivers: [{ name: 'none' }] }),
    )
    const port = await freePort()
    run(
      programOf('prometheus-alertmanager')!,
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${folder}`,
      '--cluster.listen-address=',
      `--web.listen-address=127.0.0.1:${port}`,
    )
    const origin = await monitor(figures, port)
    await eventually(async () => {
      const found = await examineMonitoring(origin, now())
      expect(found.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok'])
      expect(found.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^the newest backup is 1 hour/),
        expect.stringMatching(/^the certificate of the part that expires first lasts 99 days/),
        'Prometheus sends to 1 Alertmanager',
        'none fires',
      ])
    })
  }, 60_000)

  it('an old backup, an expiring certificate, a missing Alertmanager and an alert give one line each', async () => {
    const figures = newFolder()
    writeFigures(figures, {
      [BACKUP]: now() - 2 * DAY,
      [CERTIFICATE]: now() + 3 * DAY,
      galx_indexer_halted: 1,
    })
    const origin = await monitor(figures, null)
    await eventually(async () => {
      const found = await examineMonitoring(origin, now())
      expect(found.map(({ area, state }) => [area, state])).toEqual([
        ['backups', 'wrong'],
        ['certificates', 'warning'],
        ['alerts', 'wrong'],
        ['alerts', 'warning'],
      ])
      expect(found[2]!.text).toBe('Prometheus has no Alertmanager: an alert reaches nobody')
      expect(found[3]!.text).toBe('firing: GalxHalted')
      for (const { text, todo } of found) expect(`${text} → ${todo}`).not.toContain('\n')
    })
  }, 60_000)
})

describe('the doctor’s checks, called without the command', () => {
  it('report a Prometheus that does not answer, and another program at its address', async () => {
    const away = `http://127.0.0.1:${await freePort()}`
    expect(await examineMonitoring(away, now())).toEqual([
      expect.objectContaining({
        state: 'wrong',
        text: `Prometheus: ${away} does not answer: connect ECONNREFUSED ${away.slice(7)}`,
      }),
    ])
    const other = `http://127.0.0.1:${await listening(createServer((_, answer) => answer.end('hello')))}`
    expect((await examineMonitoring(other, now()))[0]!.text).toContain(
      'gives an answer that is not Prometheus',
    )
  })

  it('report an untrusted certificate and a missing server', async () => {
    const folder = newFolder()
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
      { stdio: 'ignore' },
    )
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) })
    const port = await listening(server)
    expect(await examineCertificate(`https://localhost:${port}`, now())).toMatchObject({
      area: 'certificates',
      state: 'wrong',
      text: expect.stringMatching(/^localhost:\d+: self-signed certificate/) as string,
    })
    expect(await examineCertificate(`https://localhost:${await freePort()}`, now())).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('ECONNREFUSED') as string,
      todo: 'look at the web server',
    })
  })

  it('report a missing server with several addresses, with the reason', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const lookup = ((_name: string, _options: object, done: (error: null, found: unknown) => void) =>
      done(null, addresses)) as unknown as typeof dns.lookup
    const port = await freePort()
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookup)
    try {
      expect(await examineCertificate(`https://galx.example:${port}`, now())).toEqual({
        area: 'certificates',
        state: 'wrong',
        text: `galx.example:${port} does not answer: ECONNREFUSED`,
        todo: 'look at the web server',
      })
    } finally {
      spy.mockRestore()
    }
  })

  it('warn 30 days before the end of security.txt, and name no file that is not there', async () => {
    let text: string | null = null
    const server = createServer((call, response) => {
      const isThere = text !== null && call.url === '/.well-known/security.txt'
      response.writeHead(isThere ? 200 : 404).end(isThere ? text : '')
    })
    const origin = `http://127.0.0.1:${await listening(server)}`
    expect(await examineSecurityText(origin, now())).toEqual([])
    const found = async (days: number) => {
      const end = new Date((now() + days * DAY) * 1_000).toISOString()
      text = `Contact: mailto:security@galx.test\nExpires: ${end}\n`
      return (await examineSecurityText(origin, now()))[0]!
    }
    expect(await found(31)).toMatchObject({ area: 'security', state: 'ok' })
    expect(await found(29)).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/ lasts 2[89] days/) as string,
    })
    expect(await found(-1)).toMatchObject({
      state: 'wrong',
      text: expect.stringMatching(/has expired$/) as string,
    })
    text = 'Contact: mailto:security@galx.test\n'
    expect((await examineSecurityText(origin, now()))[0]!.text).toMatch(/has no last day$/)
    // A single-page app that answers every path with its page.
    text = '<!doctype html>'
    expect(await examineSecurityText(origin, now())).toEqual([])
  })

  it('report an API that hides its health, is not ready, or lacks a part', async () => {
    const away = `http://127.0.0.1:${await freePort()}`
    expect(await examineApi(away)).toMatchObject([
      { state: 'wrong', text: `${away} does not answer: connect ECONNREFUSED ${away.slice(7)}` },
    ])
    let answer: [number, object] = [404, {}]
    const server = createServer((_, response) => response.writeHead(answer[0]).end(JSON.stringify(answer[1])))
    const origin = `http://127.0.0.1:${await listening(server)}`
    expect(await examineApi(origin)).toMatchObject([
      { state: 'warning', text: `${origin} does not serve /health/ready: public addresses should not` },
    ])
    answer = [503, { database: false }]
    expect(await examineApi(origin)).toMatchObject([{ state: 'wrong', text: `${origin} is not ready (503)` }])
    answer = [200, { database: true, chain: false }]
    expect(await examineApi(origin)).toMatchObject([
      { state: 'warning', text: `${origin} is ready without chain` },
    ])
    answer = [200, { database: true, chain: true }]
    expect(await examineApi(origin)).toMatchObject([{ state: 'ok' }])
  })
})
