/**
 * Reads per second of two calls, without and with a token, compared with two bare servers of the same framework and version: one with
 * a trivial route, and one with the same selects and nothing else. PostgreSQL is real. Each server runs in its own process, and the load in another.
 * All servers run from beginning to end and are loaded in short turns, one after another. A ratio is the median over the rounds, so other work on the
 * machine affects all alike. Requests per second depend on the machine. On a busy machine even their ratio varies. The processor time per request
 * hardly varies.
 *
 * node --import tsx bench/src/server/api.ts [--seconds 1] [--rounds 9]; prints one JSON object.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import autocannon from 'autocannon'
import type { Address } from 'viem'
import { connect } from '@galx/server/platform/database/connection'
import { migrate } from '@galx/server/platform/database/migrate'
import { parseTokenKeys, SESSION_SECONDS, signToken, type TokenKeys } from '@galx/server/http/sessions/token'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'
import type { BenchSubject } from './apiSubject.ts'

const ACCOUNTS = 20_000
/** The number of inviters. Each inviter has enough members to fill a page. */
const INVITERS = 500
const MEMBERS = 20
const CONNECTIONS = 32
const SECRET = 'a secret of the benchmark that signs nothing of value'

type Turn = 'trivial' | 'bareUserInfo' | 'userInfo' | 'bareFans' | 'fans'
const TURNS: Record<Turn, BenchSubject> = {
  trivial: 'trivial',
  bareUserInfo: 'select',
  userInfo: 'galx',
  bareFans: 'select',
  fans: 'galx',
}

function option(name: string, standard: number): number {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? standard : Number(process.argv[index + 1])
}
const seconds = option('seconds', 1)
const rounds = option('rounds', 9)

const directory = mkdtempSync(join(tmpdir(), 'galx-api-bench-'))
const dataDirectory = join(directory, 'database')
const database = await startDatabase({ dataDirectory })
const children: ChildProcess[] = []
try {
  await migrate(database.url)
  const addresses = await fillAccounts(database.url)
  const deploymentFile = join(directory, 'deployment.json')
  writeFileSync(deploymentFile, JSON.stringify(PAPER_DEPLOYMENT))
  const servers = {} as Record<BenchSubject, Server>
  for (const subject of ['trivial', 'select', 'galx'] as const)
    servers[subject] = await start(subject, deploymentFile)
  const requests = requestsOf(addresses)
  const turns = Object.keys(TURNS) as Turn[]
  const take = (turn: Turn, duration: number) => load(servers[TURNS[turn]], requests[turn], duration)
  for (const turn of turns) await take(turn, 2) // warm-up
  const results: Record<Turn, Load[]> = {
    trivial: [],
    bareUserInfo: [],
    userInfo: [],
    bareFans: [],
    fans: [],
  }
  for (let round = 0; round < rounds; round++)
    for (const turn of turns) results[turn].push(await take(turn, seconds))
  const medians = (what: keyof Load) =>
    Object.fromEntries(turns.map((turn) => [turn, median(results[turn].map((one) => one[what]))]))
  /** The median ratio of the reads per second of `one` to the reads of `other` in the same round. */
  const ratio = (one: Turn, other: Turn): number =>
    rounded(median(results[one].map(({ perSecond }, round) => perSecond / results[other][round]!.perSecond)))
  /** The median ratio of the processor time per request of `one` to the time of `other` in the same round. */
  const cost = (one: Turn, other: Turn): number =>
    rounded(median(results[one].map(({ cpu }, round) => cpu / results[other][round]!.cpu)))
  const report = {
    benchmark: 'api reads',
    requestsPerSecond: medians('perSecond'),
    cpuMicroseconds: medians('cpu'),
    ratios: {
      userInfoToTrivial: ratio('userInfo', 'trivial'),
      userInfoToBare: ratio('userInfo', 'bareUserInfo'),
      fansToBare: ratio('fans', 'bareFans'),
    },
    cpuRatios: { userInfoToBare: cost('userInfo', 'bareUserInfo'), fansToBare: cost('fans', 'bareFans') },
    settings: { seconds, rounds, connections: CONNECTIONS, accounts: ACCOUNTS },
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  await Promise.all(children.map(stopped))
  await database.stop()
  removeDatabase(dataDirectory)
  rmSync(directory, { recursive: true, force: true })
}

/** @returns the addresses, inviters first */
async function fillAccounts(databaseUrl: string): Promise<Address[]> {
  const sql = connect(databaseUrl, { name: 'galx bench', max: 1 })
  const addresses = Array.from({ length: ACCOUNTS }, (): Address => `0x${randomBytes(20).toString('hex')}`)
  await sql`
    insert into galx.accounts (id, address, inviter_id, bound_at, bound_block)
    select id, address, inviter, inviter + id, inviter
    from unnest(${addresses}::bytea[]) with ordinality as a (address, id),
      lateral (select case when id between ${INVITERS + 1}::int and ${INVITERS * (MEMBERS + 1)}::int
        then 1 + id % ${INVITERS}::int end as inviter) i`
  await sql`update galx.accounts set direct_count = ${MEMBERS} where id <= ${INVITERS}`
  await sql`
    insert into galx.account_totals (account_id, inviter_id, own_power, team_power, team_count)
    select id, inviter_id, 1000000000000000000000 + id, 5, direct_count from galx.accounts`
  await sql`
    insert into galx.sessions (id, account_id, created_at, expires_at)
    select substring(address from 1 for 16), id, extract(epoch from now()), extract(epoch from now()) + ${SESSION_SECONDS}::integer
    from galx.accounts where id <= ${INVITERS}`
  await sql.unsafe('vacuum analyze galx.accounts, galx.account_totals')
  await sql.end()
  return addresses
}

type Requests = { method: 'GET'; path: string; headers?: Record<string, string> }[]

function requestsOf(addresses: readonly Address[]): Record<Turn, Requests> {
  const keys = parseTokenKeys(SECRET) as TokenKeys
  const expiresAt = Math.floor(Date.now() / 1000) + SESSION_SECONDS
  const get = (path: string): Requests[number] => ({ method: 'GET', path })
  const userInfo = addresses.slice(0, 2_000).map((address) => get(`/api/getAAAUserInfo?address=${address}`))
  const inviters = addresses.slice(0, INVITERS)
  return {
    trivial: [get('/trivial')],
    bareUserInfo: userInfo,
    userInfo,
    bareFans: inviters.map((address) => get(`/api/getFans1?address=${address}`)),
    fans: inviters.map((address) => ({
      ...get('/api/getFans1'),
      headers: {
        authorization: signToken({ id: address.slice(2, 34), address, expiresAt }, keys),
      },
    })),
  }
}

type Server = { child: ChildProcess; url: string }
type Load = {
  perSecond: number
  /** microseconds of the server's processor time per request */
  cpu: number
}

async function start(subject: BenchSubject, deploymentFile: string): Promise<Server> {
  const child = fork(new URL('apiSubject.ts', import.meta.url), [subject], {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DEPLOYMENT_FILE: deploymentFile,
      SESSION_SECRET: SECRET,
    },
  })
  children.push(child)
  child.once('exit', (code) => child.emit('error', new Error(`the ${subject} server ended with ${code}`)))
  return { child, url: await answerOf<string>(child) }
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

async function cpuOf({ child }: Server): Promise<number> {
  child.send('cpu')
  const { user, system } = await answerOf<NodeJS.CpuUsage>(child)
  return user + system
}

async function load(server: Server, requests: Requests, duration: number): Promise<Load> {
  const before = await cpuOf(server)
  const result = await autocannon({ url: server.url, requests, connections: CONNECTIONS, duration })
  const cpu = (await cpuOf(server)) - before
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: Math.round(result.requests.average), cpu: rounded(cpu / result['2xx']) }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.removeAllListeners('exit').once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
