/** Reports that never settle: their cost for nodes does not grow with their number, their owners or the processes. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertReport } from '../../src/activity/reports/reports.ts'
import { reportedContract } from '../../src/api/routeLists.ts'
import { REPORTS_A_TURN, startRefreshing, TURN_MS } from '../../src/activity/reports/refreshReports.ts'
import { emptyDatabase } from '@galx/stack/testing/databaseCluster'
import { registerAccount } from '../../src/accounts/registration.ts'
import { firstAnswering } from '../../src/chain/rpc/nodes.ts'
import { connect } from '../../src/platform/database/connection.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { startNodes } from '../support/answeringNodes.ts'
import { startCountingNode, type CountingNode } from '../support/countingNode.ts'
import { waitFor } from '../support/wait.ts'
import { secondsOf } from '../../src/http/context.ts'
import { signIn, startWorld, type SignedIn, type World } from './world.ts'

const EVERY = 500

const REPORT = {
  contract: 'ZnVault',
  kind: 'stake',
  pool: null,
  subject: null,
  amount: 1n,
  pairAmount: null,
} as const

let world: World
let node: CountingNode
beforeAll(async () => {
  world = await startWorld()
  node = await startCountingNode(world.chain.rpcUrl)
  world.environment.RPC_URL = node.url
})
afterAll(async () => {
  await world?.stop()
  await node?.stop()
})

/** Makes reports of transactions that no node knows, without the API, which would refuse them. @returns how many were stored */
async function reportUnknown({ address }: SignedIn, count: number): Promise<number> {
  const now = Math.floor(world.clock.now / 1000)
  for (let index = 0; index < count; index++) {
    const txHash = `0x${address.slice(2)}${index.toString(16).padStart(24, '0')}` as const
    await insertReport(world.sql, address, 'znDeposit', { ...REPORT, nonce: null, txHash }, now)
  }
  const [row] = await world.sql<{ kept: number }[]>`
    select count(*) as kept from galx.reports r join galx.accounts a on a.id = r.account_id where a.address = ${address}`
  return row!.kept
}

function lookUps(): number {
  return node.asked.filter(({ method }) => method === 'eth_getTransactionByHash').length
}

it('the open reports of an account are limited; all accounts, processes and histories together cost nodes a limited number of requests a minute', async () => {
  const processes = [
    await world.start('api', { refreshEvery: EVERY }),
    await world.start('btc-api', { refreshEvery: EVERY }),
  ]
  const [api] = processes
  const people: SignedIn[] = []
  for (let person = 0; person < 2; person++) people.push(await signIn(api!))
  for (const person of people) expect(await reportUnknown(person, 60)).toBe(50)

  world.clock.now += 10_000
  expect(secondsOf(api!.api.context)).toBe(Math.floor(world.clock.now / 1000))
  const started = performance.now()
  const before = lookUps()
  await waitFor('the worker to have worked for a while', async () => {
    // Frequent reads of the history do not make the worker faster.
    for (const person of people) expect((await api!.get('/api/activity', person.token)).status).toBe(200)
    return lookUps() - before >= 5 * REPORTS_A_TURN
  })
  const turns = (performance.now() - started) / EVERY
  expect(lookUps() - before).toBeLessThanOrEqual((turns + 1) * REPORTS_A_TURN)
  // At its normal pace the worker takes at most 120 reports a minute.
  expect((60_000 / TURN_MS) * REPORTS_A_TURN).toBeLessThanOrEqual(120)
})

it('a transaction that a node counts before it shows it keeps its report; a replaced transaction loses it', async () => {
  let receipt: object | null = { status: '0x1', blockNumber: '0x5' }
  let looks = 0
  const behind = await startNodes(1, async (_place, request, response) => {
    const { id, method } = (await new Response(Readable.toWeb(request) as ReadableStream).json()) as {
      id: number
      method: string
    }
    const answers: Record<string, unknown> = {
      eth_getTransactionByHash: null,
      eth_getTransactionCount: '0x5',
      eth_getTransactionReceipt: receipt,
    }
    if (method === 'eth_getTransactionByHash') looks += 1
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }))
  })
  const database = await emptyDatabase(process.env.TEST_CLUSTER_URL!)
  await migrate(database.url)
  const sql = connect(database.url, { name: 'test', max: 2 })
  let now = 1_800_000_000
  const address = `0x${'ab'.repeat(20)}` as const
  await transact(sql, (transaction) => registerAccount(transaction, address, now))
  const txHash = `0x${'cd'.repeat(32)}` as const
  await insertReport(sql, address, 'znDeposit', { ...REPORT, nonce: 4, txHash }, now)
  const kept = async () => (await sql`select 1 from galx.reports`).length
  const nodes = firstAnswering(behind.urls(1))
  const stop = startRefreshing({
    sql,
    nodes,
    readerOf: reportedContract,
    now: () => now * 1000,
    every: 20,
    onFault: () => {},
  })
  const look = async () => {
    const before = looks
    now += 100
    await waitFor('another look', () => Promise.resolve(looks > before))
  }
  await look()
  await look()
  expect(await kept()).toBe(1)
  receipt = null
  now += 100
  await waitFor('the report to be removed', async () => (await kept()) === 0)
  await stop()
  await sql.end()
  await database.stop()
  behind.stop()
})

it('reports of transactions that no node knows any more are not looked up again', async () => {
  world.clock.now += 4 * 3_600_000
  await waitFor('the list to be empty', async () => {
    const rows = await world.sql`select 1 from galx.open_reports limit 1`
    return rows.length === 0
  })
})
