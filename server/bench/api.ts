/**
 * Reads per second of GET /api/getAAAUserInfo, beside a bare server of the same framework and version: one that does a trivial
 * route, and one that does the same single select and nothing else. Real PostgreSQL, one server process at a time, the load
 * from another process. What counts is the ratio; requests per second depend on the machine.
 *
 * node --import tsx bench/api.ts [--seconds 5] [--rounds 3]; prints one JSON object.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import autocannon from 'autocannon'
import { connect } from '../src/database/connection.ts'
import { migrate } from '../src/database/migrate.ts'
import { PAPER_DEPLOYMENT } from '../test/api/paperDeployment.ts'
import type { BenchSubject } from './apiSubject.ts'

const ACCOUNTS = 20_000
const CONNECTIONS = 32
const SUBJECTS: readonly BenchSubject[] = ['trivial', 'select', 'galx']

const option = (name: string, standard: number): number => {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? standard : Number(process.argv[index + 1])
}
const seconds = option('seconds', 5)
const rounds = option('rounds', 3)

const directory = mkdtempSync(join(tmpdir(), 'galx-api-bench-'))
const dataDirectory = join(directory, 'database')
const database = await startDatabase({ dataDirectory })
try {
  await migrate(database.url)
  const addresses = await fillAccounts(database.url)
  const deploymentFile = join(directory, 'deployment.json')
  writeFileSync(deploymentFile, JSON.stringify(PAPER_DEPLOYMENT))
  const results: Record<BenchSubject, number[]> = { trivial: [], select: [], galx: [] }
  // Alternating rounds: what the machine does besides weighs on all alike.
  for (let round = 0; round < rounds; round++)
    for (const subject of SUBJECTS)
      results[subject].push(await measure(subject, addresses, { DEPLOYMENT_FILE: deploymentFile }))
  const [trivial, select, galx] = SUBJECTS.map((subject) => median(results[subject])) as [
    number,
    number,
    number,
  ]
  const report = {
    benchmark: 'api reads',
    call: 'GET /api/getAAAUserInfo',
    requestsPerSecond: { bareTrivial: trivial, bareSameSelect: select, galx },
    ratios: { toBareTrivial: ratio(galx, trivial), toBareSameSelect: ratio(galx, select) },
    settings: { seconds, rounds, connections: CONNECTIONS, accounts: ACCOUNTS },
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  await database.stop()
  removeDatabase(dataDirectory)
  rmSync(directory, { recursive: true, force: true })
}

async function fillAccounts(databaseUrl: string): Promise<string[]> {
  const sql = connect(databaseUrl, { name: 'galx bench', max: 1 })
  const addresses = Array.from({ length: ACCOUNTS }, () => `0x${randomBytes(20).toString('hex')}`)
  await sql`
    insert into galx.accounts (address, own_power, team_power)
    select address, 1000000000000000000000, 5 from unnest(${addresses}::bytea[]) as a (address)`
  await sql.unsafe('vacuum analyze galx.accounts')
  await sql.end()
  return addresses
}

async function measure(
  subject: BenchSubject,
  addresses: string[],
  environment: Record<string, string>,
): Promise<number> {
  const child = fork(new URL('apiSubject.ts', import.meta.url), [subject], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: database.url, ...environment },
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.once('message', (message) => resolve(String(message)))
      child.once('exit', (code) => reject(new Error(`the ${subject} server ended with ${code}`)))
    })
    const requests = addresses.slice(0, 2_000).map((address) => ({
      method: 'GET' as const,
      path: subject === 'trivial' ? '/trivial' : `/api/getAAAUserInfo?address=${address}`,
    }))
    await autocannon({ url, requests, connections: CONNECTIONS, duration: 1 }) // warm
    const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: seconds })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${subject}: ${result.non2xx} refused, ${result.errors} failed`)
    return Math.round(result.requests.average)
  } finally {
    await stopped(child)
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function ratio(one: number, other: number): number {
  return Math.round((one / other) * 1000) / 1000
}
