/** Reads per second of the API compared with a bare server of the same framework, and the indexer's speed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type ApiReport = {
  requestsPerSecond: Record<'trivial' | 'bareUserInfo' | 'userInfo' | 'bareFans' | 'fans', number>
  /** medians over the rounds, each of which loads all servers in turn */
  ratios: { userInfoToTrivial: number; userInfoToBare: number; fansToBare: number }
  /** processor time per request, and its ratio to a bare server's */
  cpuMicroseconds: Record<'bareUserInfo' | 'userInfo' | 'bareFans' | 'fans', number>
}

type IndexerReport = {
  /** the database server's version */
  server: string
  /** the backfill with npm's build of PostgreSQL; null if all measurements use that build */
  onNpms: { server: string; backfillOverHttp: { eventsPerSecond: number } } | null
  backfill: { eventsPerSecond: number }
  backfillOverHttp: { eventsPerSecond: number; eventsPerSecondOnceWarm: number; megabytes: number }
  plainCopy: { rowsPerSecond: number }
  blockToRowMilliseconds: { median: number; p95: number }
}

/** The least ratio of our reads to a bare server's reads. Headers, limits, validation, envelope, log and metrics need the rest of the time. */
const LEAST_RATIO = 0.7

export async function apiRows(): Promise<Row[]> {
  const {
    requestsPerSecond: found,
    ratios,
    cpuMicroseconds: cpu,
  } = (await jsonOf('bench/src/server/api.ts', ['--seconds', '1', '--rounds', '9'], 240_000)) as ApiReport
  const row = (call: string, measured: number, name: string, value: number): Row => ({
    metric: `API reads, one process, ${call}`,
    measured,
    unit: 'per second',
    reference: { name, value },
    goal: null,
  })
  const ratio = (call: string, measured: number): Row => ({
    metric: `API reads in turn with a bare server, ${call}`,
    measured,
    unit: 'of its reads',
    reference: null,
    goal: { least: LEAST_RATIO },
  })
  const cost = (call: string, measured: number, value: number): Row => ({
    metric: `API, processor time a read, ${call}`,
    measured,
    unit: 'µs',
    reference: { name: 'bare fastify, same selects', value },
    goal: null,
  })
  return [
    row('getAAAUserInfo', found.userInfo, 'bare fastify, same select', found.bareUserInfo),
    row('getAAAUserInfo', found.userInfo, 'bare fastify, no database', found.trivial),
    row('getFans1 with a token', found.fans, 'bare fastify, same selects', found.bareFans),
    ratio('getAAAUserInfo', ratios.userInfoToBare),
    ratio('getFans1 with a token', ratios.fansToBare),
    cost('getAAAUserInfo', cpu.userInfo, cpu.bareUserInfo),
    cost('getFans1 with a token', cpu.fans, cpu.bareFans),
    ...(await attackRows()),
    ...(await signInRows()),
  ]
}

type Attacked = {
  p95: number
  bareP95: number
  healthFailed: number
  failed: number
  megabytes: { before: number; most: number }
}
type AttackReport = { alone: Attacked; attacked: Attacked }

/** Goal: 95 of 100 calls of another caller take at most this many milliseconds while one address pipelines. */
const MOST_ATTACKED_P95 = 30
/** The greatest number of megabytes that an attacked process may need in addition. */
const MORE_MEGABYTES = 100

/** One address pipelines 16 times 10 000 requests, repeatedly. Another caller sends 20 requests a second. */
async function attackRows(): Promise<Row[]> {
  const { attacked } = (await jsonOf('bench/src/server/attack.ts', [], 120_000)) as AttackReport
  const row = (what: string, measured: number, unit: string, goal: Row['goal']): Row => ({
    metric: `API, while one address pipelines, ${what}`,
    measured,
    unit,
    reference: null,
    goal,
  })
  return [
    {
      ...row('another caller’s read, 95 of 100', attacked.p95, 'ms', { most: MOST_ATTACKED_P95 }),
      reference: { name: 'bare fastify, not attacked, on the same machine', value: attacked.bareP95 },
    },
    row('another caller’s failed answers', attacked.failed + attacked.healthFailed, 'answers', { most: 0 }),
    row('memory', attacked.megabytes.most, 'MB', { most: attacked.megabytes.before + MORE_MEGABYTES }),
  ]
}

type SignInReport = {
  perSecondOfOneCore: number
  perSecond: number
  cpuMicroseconds: { nonce: number; auth: number }
}

/** Sign-ins with prepared signatures: all the server's work from the nonce to the token. */
async function signInRows(): Promise<Row[]> {
  const report = (await jsonOf('bench/src/server/signIn.ts', [], 240_000)) as SignInReport
  return [
    {
      metric: 'sign-in, nonce to token, for a core of the server',
      measured: report.perSecondOfOneCore,
      unit: 'per second',
      reference: null,
      goal: { least: 1_000 },
    },
    {
      metric: 'sign-in, nonce to token, one process as it runs here',
      measured: report.perSecond,
      unit: 'per second',
      reference: null,
      goal: null,
    },
  ]
}

export async function indexerRows(): Promise<Row[]> {
  const reference = JSON.parse(readFileSync(join(ROOT, 'bench/reference/indexer.json'), 'utf8')) as {
    eventsPerSecond: { name: string; value: number }
  }
  const report = (await jsonOf('bench/src/server/indexer.ts', [], 240_000)) as IndexerReport
  const { server, onNpms } = report
  const rows: Row[] = [
    {
      metric: 'indexer backfill, all tables',
      measured: report.backfill.eventsPerSecond,
      unit: 'events/s',
      reference: reference.eventsPerSecond,
      goal: { least: 15_400 },
    },
    {
      metric: 'indexer backfill over HTTP, all tables',
      measured: report.backfillOverHttp.eventsPerSecond,
      unit: 'events/s',
      reference: { name: 'Envio HyperIndex v3, over HTTP, without team sums', value: 11_814 },
      goal: { least: 15_400 },
    },
    {
      metric: 'indexer backfill over HTTP, all tables, once the program is compiled',
      measured: report.backfillOverHttp.eventsPerSecondOnceWarm,
      unit: 'events/s',
      reference: null,
      goal: null,
    },
    {
      metric: 'indexer backfill over HTTP, memory',
      measured: report.backfillOverHttp.megabytes,
      unit: 'MB',
      reference: { name: 'Envio HyperIndex v3, over HTTP, without team sums', value: 1_300 },
      goal: { most: 400 },
    },
    {
      metric: 'indexer backfill, all tables',
      measured: report.backfill.eventsPerSecond,
      unit: 'events/s',
      reference: { name: 'COPY of one table by the database itself', value: report.plainCopy.rowsPerSecond },
      goal: null,
    },
    {
      metric: 'block final to row, median',
      measured: report.blockToRowMilliseconds.median,
      unit: 'ms',
      reference: null,
      goal: { most: 300 },
    },
    {
      metric: 'block final to row, 95th percentile',
      measured: report.blockToRowMilliseconds.p95,
      unit: 'ms',
      reference: null,
      goal: { most: 300 },
    },
  ]
  const onItsOwn: Row[] = onNpms
    ? [
        {
          metric: 'indexer backfill over HTTP, all tables',
          measured: onNpms.backfillOverHttp.eventsPerSecond,
          unit: 'events/s',
          reference: null,
          goal: null,
          server: onNpms.server,
        },
      ]
    : []
  return [...rows.map((row) => ({ ...row, server })), ...onItsOwn]
}
