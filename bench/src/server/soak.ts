/**
 * A soak and a load: sign-ins, reads, stakes on a real chain and epochs every minute, against the whole server side on this
 * machine. First the sustained rate is measured. Then half of it runs for the soak, then twice the rate, then half again.
 * At the end the tables must contain everything that was acknowledged, exactly once.
 *
 * node --import tsx bench/src/server/soak.ts [--minutes 10] [--overload 60]; prints one JSON object.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { EMBEDDED_PUBLISHER_KEY, EMBEDDED_SIGNER_KEY } from '@galx/operator/networks/embedded'
import { buildOnce, SERVER } from '@galx/stack/build/build'
import { rpc } from '@galx/stack/chain/rpc'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import type { Hex } from 'viem'
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { migrate } from '@galx/server/platform/database/migrate'
import { startChainWorld } from '../../../server/test/support/chainWorld.ts'
import { freePort } from '@galx/stack/process/freePort'
import { writeDeploymentFile } from '../../../server/test/support/indexerProcess.ts'
import { waitFor } from '../../../server/test/support/wait.ts'
import { startLoad, type Tally } from './soakLoad.ts'

const PEOPLE = 50
/** The share of the sustained rate at which the soak runs. The client runs on the same cores and needs the rest. */
const SOAK_SHARE = 0.5
const CALIBRATION_MS = 15_000
const SAMPLE_MS = 10_000
/** A recovered server answers 99 of 100 requests within this time. */
const RECOVERED_MS = 250

function option(name: string, standard: number): number {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? standard : Number(process.argv[index + 1])
}
const soakMs = option('minutes', 10) * 60_000
const overloadMs = option('overload', 60) * 1_000

const root = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'galx-soak-'))
const dataDirectory = join(folder, 'database')
const children: { name: string; child: ChildProcess; metricsUrl: string | null; said: () => string }[] = []

function start(name: string, parameters: string[], environment: Record<string, string>, port: number | null) {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  const collectOutput = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000))
  child.stderr.on('data', collectOutput)
  if (name !== 'audit') child.stdout.on('data', collectOutput)
  const metricsUrl = port === null ? null : `http://127.0.0.1:${port}/metrics`
  children.push({ name, child, metricsUrl, said: () => said })
  return child
}

type Sample = { second: number; process: string; megabytes: number; files: number }

async function sampleProcesses(second: number): Promise<Sample[]> {
  const samples = await Promise.all(
    children.map(async ({ name, metricsUrl }) => {
      if (metricsUrl === null) return null
      const text = await fetch(metricsUrl, { signal: AbortSignal.timeout(9_000) })
        .then((response) => response.text())
        .catch(() => '')
      const value = (metric: string) =>
        Number(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
      const bytes = value('process_resident_memory_bytes')
      if (Number.isNaN(bytes)) return null
      return { second, process: name, megabytes: Math.round(bytes / 1e6), files: value('process_open_fds') }
    }),
  )
  return samples.filter((one) => one !== null)
}

function emptyTally(): Tally {
  return { statuses: new Map(), times: [] }
}
function percentile(times: readonly number[], share: number): number | null {
  if (times.length === 0) return null
  const sorted = [...times].sort((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10
}
function summary({ statuses, times }: Tally, milliseconds: number) {
  return {
    perSecond: Math.round(times.length / (milliseconds / 1000)),
    statuses: Object.fromEntries([...statuses].sort(([one], [other]) => one - other)),
    medianMilliseconds: percentile(times, 0.5),
    p99Milliseconds: percentile(times, 0.99),
  }
}

/** Acknowledged items that the tables lack, or contain twice. */
async function lost(sql: Sql, rpcUrl: string, signedIn: readonly string[], staked: readonly Hex[]) {
  const mined: Hex[] = []
  for (const hash of staked) {
    const receipt = await rpc<{ status: Hex } | null>(rpcUrl, 'eth_getTransactionReceipt', hash)
    if (receipt?.status === '0x1') mined.push(hash)
  }
  const [sessions] = await sql<{ missing: number }[]>`
    select count(*)::int as missing from unnest(${signedIn}::text[]) one
    where not exists (
      select from galx.accounts a join galx.sessions s on s.account_id = a.id
      where a.address = decode(substr(one, 3), 'hex'))`
  const [stakes] = await sql<{ missing: number; doubled: number }[]>`
    select count(*) filter (where found = 0)::int as missing, count(*) filter (where found > 1)::int as doubled
    from (
      select one.hash, count(stake.tx_hash) as found from unnest(${mined}::bytea[]) as one (hash)
      left join galx.activity stake on stake.tx_hash = one.hash and stake.kind = 'stake' group by one.hash) counted`
  return {
    signIns: { acknowledged: signedIn.length, missing: sessions!.missing },
    stakes: { mined: mined.length, missing: stakes!.missing, doubled: stakes!.doubled },
  }
}

function step(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`)
}

const [world, database] = await Promise.all([
  startChainWorld(PEOPLE, { blockTime: 1 }),
  startDatabase({ dataDirectory }),
])
const sql = connect(database.url, { name: 'galx soak', max: 2 })
try {
  await migrate(database.url)
  const program = join(await buildOnce(root, SERVER, step), 'main.js')
  const deploymentFile = await writeDeploymentFile(folder, world.deployment)
  const [apiPort, apiMetrics, indexerPort, signerPort, verdictsPort] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  )
  const environment = {
    DATABASE_URL: database.url,
    RPC_URL: world.rpcUrl,
    DEPLOYMENT_FILE: deploymentFile,
    APP_DOMAIN: 'galx.example',
    APP_ORIGINS: 'https://galx.example',
    SESSION_SECRET: 'a secret of the benchmark that signs nothing of value',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    API_PORT: String(apiPort),
    API_METRICS_PORT: String(apiMetrics),
    INDEXER_PORT: String(indexerPort),
    SIGNER_PORT: String(signerPort),
    VERDICTS_PORT: String(verdictsPort),
    SIGNER_PRIVATE_KEY: EMBEDDED_SIGNER_KEY,
    PUBLISHER_PRIVATE_KEY: EMBEDDED_PUBLISHER_KEY,
    SIGNER_THREADS: '1',
    // One account of the load reads far more often than a person would.
    RATE_PER_ACCOUNT: '100000',
  }
  start('indexer', [program, 'indexer'], environment, indexerPort!)
  start('signer', [program, 'signer'], environment, signerPort!)
  const verdicts = start('verdicts', [program, 'verdicts'], environment, verdictsPort!)
  const audit = start(
    'audit',
    [
      '--import',
      'tsx',
      'cli/src/main.ts',
      'audit',
      '--follow',
      '--headers',
      'needed',
      '--rpc',
      world.rpcUrl,
      '--deployment',
      deploymentFile,
    ],
    {},
    null,
  )
  audit.stdout.pipe(verdicts.stdin)
  start('api', [program, 'api'], environment, apiMetrics!)
  const apiUrl = `http://127.0.0.1:${apiPort}`
  await waitFor(
    'the API',
    async () =>
      fetch(`${apiUrl}/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      ),
    60_000,
  )
  const load = startLoad(world, apiUrl)

  step('warming up and measuring what the machine holds')
  await load.fill(64, Date.now() + 5_000, emptyTally())
  const held = emptyTally()
  await load.fill(64, Date.now() + CALIBRATION_MS, held)
  const capacity = held.times.length / (CALIBRATION_MS / 1000)
  const rate = Math.max(1, Math.round(capacity * SOAK_SHARE))

  step(`soaking at ${rate} requests a second`)
  const began = Date.now()
  const samples: Sample[] = []
  const latencies: { second: number; medianMilliseconds: number | null; p99Milliseconds: number | null }[] =
    []
  const connections: number[] = []
  const whole = emptyTally()
  const loads: number[] = []
  while (Date.now() - began < soakMs) {
    const slice = emptyTally()
    await load.run(rate, Math.min(began + soakMs, Date.now() + SAMPLE_MS), slice)
    const second = Math.round((Date.now() - began) / 1000)
    samples.push(...(await sampleProcesses(second)))
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from pg_stat_activity where datname = current_database()`
    connections.push(row!.open)
    loads.push(loadavg()[0]!)
    const { medianMilliseconds, p99Milliseconds } = summary(slice, SAMPLE_MS)
    latencies.push({ second, medianMilliseconds, p99Milliseconds })
    for (const [status, count] of slice.statuses)
      whole.statuses.set(status, (whole.statuses.get(status) ?? 0) + count)
    whole.times.push(...slice.times)
  }
  const soakTook = Date.now() - began

  const twice = Math.round(capacity * 2)
  step(`loading with ${twice} requests a second`)
  const over = emptyTally()
  await load.run(twice, Date.now() + overloadMs, over)
  const overload = summary(over, overloadMs)
  const worst = await sampleProcesses(Math.round((Date.now() - began) / 1000))

  step('waiting for the recovery')
  const endedAt = Date.now()
  let recoverySeconds: number | null = null
  while (recoverySeconds === null && Date.now() - endedAt < 120_000) {
    const slice = emptyTally()
    await load.run(rate, Date.now() + 2_000, slice)
    const refused = [...slice.statuses].some(([status]) => status !== 200)
    if (!refused && (percentile(slice.times, 0.99) ?? Infinity) <= RECOVERED_MS)
      recoverySeconds = Math.round((Date.now() - endedAt) / 100) / 10
  }

  step('comparing')
  const tip = Number(await rpc<Hex>(world.rpcUrl, 'eth_blockNumber'))
  await waitFor(
    'the tables to have every block',
    async () => {
      const [row] = await sql<{ number: number }[]>`select number from galx.cursor`
      return (row?.number ?? -1) >= tip
    },
    120_000,
  )
  const [epochs] = await sql<{ closed: number; signed: number; differing: number }[]>`
    select (select count(*)::int from galx.epochs) as closed,
      (select count(*)::int from galx.published_epochs where signed_at is not null) as signed,
      (select count(*)::int from galx.epochs e join galx.engine_verdicts v using (epoch) where v.hash <> e.hash)
        as differing`
  const report = {
    at: new Date().toISOString(),
    // The load of the whole machine: a busy machine sustains less.
    loadAverage: loads.map((one) => Math.round(one * 10) / 10),
    heldPerSecond: Math.round(capacity),
    held: summary(held, CALIBRATION_MS),
    soak: { minutes: Math.round(soakTook / 6_000) / 10, rate, ...summary(whole, soakTook) },
    latencies,
    processes: children.flatMap(({ name }) => {
      const own = samples.filter((sample) => sample.process === name)
      if (own.length === 0) return []
      const after = worst.find((sample) => sample.process === name)
      const [first, last] = [own[Math.min(5, own.length - 1)]!, own.at(-1)!]
      return [
        {
          name,
          megabytes: {
            afterOneMinute: first.megabytes,
            end: last.megabytes,
            overload: after?.megabytes ?? null,
          },
          files: { afterOneMinute: first.files, end: last.files, overload: after?.files ?? null },
        },
      ]
    }),
    databaseConnections: { least: Math.min(...connections), most: Math.max(...connections) },
    overload: { rate: twice, seconds: overloadMs / 1000, ...overload },
    recoverySeconds,
    epochs: epochs!,
    lost: await lost(sql, world.rpcUrl, load.signedIn, load.staked),
    ended: children.filter(({ child }) => child.exitCode !== null).map(({ name }) => name),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} catch (error) {
  for (const { name, said } of children) process.stderr.write(`${name}: ${said().slice(-600)}\n`)
  throw error
} finally {
  await sql.end({ timeout: 1 })
  for (const { child } of children) child.kill('SIGKILL')
  await Promise.all(
    children.map(
      async ({ child }) => child.exitCode === null && child.signalCode === null && once(child, 'exit'),
    ),
  )
  await Promise.all([world.stop(), database.stop()])
  removeDatabase(dataDirectory)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
