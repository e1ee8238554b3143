import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { connect } from '../../src/platform/database/connection.ts'
import { TIME_LIMITS } from '../../src/platform/database/timeLimits.ts'
import { readCursor, HALTED_EXIT_CODE } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import { SOURCE_TABLES, sourcesOf } from '../../src/indexer/sources.ts'
import { follow } from '../../src/indexer/engine/follow.ts'
import { indexerMetrics } from '../../src/indexer/engine/metrics.ts'
import { Endpoints, WrongChainError } from '../../src/chain/rpc/endpoints.ts'
import { unknownDistance } from '../../src/indexer/engine/distance.ts'
import { NodeFaultError } from '../../src/chain/rpc/fault.ts'
import { jsonRpc, type Ask, type Call } from '../../src/chain/rpc/jsonRpc.ts'
import { ETHER, transactAtRandom } from '../support/chainWorld.ts'
import { startDatabaseServer, type DatabaseServer } from '../support/databaseServer.ts'
import { startFaultyNode } from '../support/faultyNode.ts'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { readNaively } from '../support/naiveReading.ts'
import { freePort } from '@galx/stack/process/freePort'
import { paperHeader, type PaperHeader } from '../support/paperHeader.ts'
import { dumpTables } from '../support/tables.ts'
import { OWN_NODE } from '../support/ownNode.ts'
import { chance, waitFor } from '../support/wait.ts'
import { someOf } from '../support/nightly.ts'

let scene: IndexerScene
let database: DatabaseServer
const running: IndexerProcess[] = []
function start(overrides: Record<string, string> = {}): IndexerProcess {
  const indexer = scene.start(overrides)
  running.push(indexer)
  return indexer
}

/** The tables equal the chain, read in the slow way. */
async function equalsNaiveReading(): Promise<void> {
  const tip = await scene.indexed()
  const { accounts, activity } = await dumpTables(scene.sql)
  const naive = await readNaively(scene.world.rpcUrl, scene.world.deployment, tip)
  expect(activity.length).toBe(naive.events)
  expect(accounts.map(({ bound_at: _at, bound_block: _block, ...account }) => account)).toEqual(
    naive.accounts,
  )
}

beforeAll(async () => {
  database = await startDatabaseServer()
  scene = await startIndexerScene(12, { database })
  const dice = chance(7)
  for (let block = 0; block < 40; block += 1) await transactAtRandom(scene.world, dice, 4)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
})
afterAll(() => scene?.stop())

test('a stake that was never reported appears, and of two indexers one leads; after its kill -9 the other leads within 10 s', async () => {
  const leader = start()
  await leader.saw('leads', (output) => output.includes('"leading"'))
  const standBy = start()
  await standBy.saw('stands by', (output) => output.includes('standing by'))
  await scene.indexed()
  const before = Date.now()
  await leader.kill()
  const hash = await scene.world.stake(scene.world.people[0]!, 'galx', 3n * ETHER)
  await scene.world.mine()
  await standBy.saw('takes over', (output) => output.includes('"leading"'), 10_000)
  await scene.indexed()
  expect(Date.now() - before).toBeLessThan(10_000)
  const [row] = await scene.sql`select kind, amount from galx.activity where tx_hash = ${hash}`
  expect(row).toEqual({ kind: 'stake', amount: 3n * ETHER })
})

test('an indexer serves its health and its metrics', async () => {
  const port = await freePort()
  start({ INDEXER_PORT: String(port) })
  const tip = await scene.indexed()
  const health = await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()
  expect(health).toMatchObject({ status: 'ok', leads: true })
  const metrics = await waitFor('the metrics to follow', async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/^galx_indexer_indexed_block (\d+)$/m.exec(text)?.[1]) >= tip ? text : false
  })
  expect(metrics).toMatch(/^galx_indexer_halted 0$/m)
  expect((await fetch(`http://127.0.0.1:${port}/else`)).status).toBe(404)
  // Not a URL: such a request must not end the indexer.
  expect((await fetch(`http://127.0.0.1:${port}//`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/health?from=monitor`)).status).toBe(200)
  const second = start({ INDEXER_PORT: String(port) })
  expect(await second.exited).toBe(1)
  expect(second.output().trim()).toMatch(/^indexer: the port is taken: .*$/)
})

test.each(['soon', '0'])('RPC_TIMEOUT_MS %s is refused with one line', async (value) => {
  const indexer = start({ RPC_TIMEOUT_MS: value })
  expect(await indexer.exited).toBe(1)
  expect(indexer.output().trim()).toBe(
    `indexer: RPC_TIMEOUT_MS must be a whole number above 0, not "${value}"`,
  )
})

test('team volume counts only open stakes: stake, withdraw, stake changes nothing up the chain', async () => {
  start()
  const [inviter, member] = [scene.world.people[1]!, `0x${'77'.repeat(20)}` as const]
  await scene.world.equip([member])
  const powers = async () => {
    await scene.indexed()
    const rows = await scene.sql`
      select totals.own_power from galx.account_totals totals join galx.accounts on id = account_id
        where address = ${member}
      union all select totals.team_power from galx.account_totals totals join galx.accounts on id = account_id
        where address = ${inviter.toLowerCase()}`
    return rows.map(({ own_power }) => own_power as bigint)
  }
  await scene.world.stake(member, 'galx', 10n * ETHER, inviter)
  await scene.world.mine()
  const [own, team] = await powers()
  expect(own).toBe(10n * ETHER)
  for (let round = 0n; round < 3n; round += 1n) {
    await scene.world.unstake(member, 'galx', round, 10n * ETHER)
    await scene.world.mine()
    expect(await powers()).toEqual([0n, team! - own!])
    await scene.world.stake(member, 'galx', 10n * ETHER, inviter)
    await scene.world.mine()
    expect(await powers()).toEqual([own, team])
  }
})

/** The leader's loop in this process, on nodes that `spoil` may fail before a request reaches the chain. */
async function followHere(
  spoil: (calls: readonly Call[]) => unknown[] | undefined,
  during: (done: Promise<void>) => Promise<void>,
) {
  await wipeChain(scene.database.url, SOURCE_TABLES)
  const sql = connect(scene.database.url, { name: 'test leader', max: 1 })
  const stopping = new AbortController()
  const node = jsonRpc(scene.world.rpcUrl, 5_000)
  const ask: Ask = async (calls, signal) => spoil(calls) ?? node(calls, signal)
  const { genesisHash, deployBlock } = scene.world.deployment
  expect(await tryToLead(sql)).toBe(true)
  const sources = sourcesOf(scene.world.deployment)
  const done = follow({
    sql,
    endpoints: new Endpoints([{ name: 'test', ask }], genesisHash),
    genesisHash,
    sources,
    epochs: bonusEpochs(scene.world.deployment),
    deployBlock,
    distance: unknownDistance(),
    log: pino({ level: 'silent' }),
    metrics: indexerMetrics(),
    budget: OWN_NODE,
    signal: stopping.signal,
  })
  try {
    await during(done)
  } finally {
    stopping.abort()
    await done.catch(() => {})
    await sql.end()
  }
}

/** `followHere` updates no totals. The cursor shows how far it is. */
async function indexedHere(): Promise<void> {
  const tip = await scene.world.finalise()
  await waitFor(`block ${tip}`, async () => {
    const [row] = await scene.sql<{ number: number }[]>`select number from galx.cursor`
    return row !== undefined && row.number >= tip
  })
}

test('a node whose finalised block is late makes no range smaller', async () => {
  let failures = 2
  const lengths: number[] = []
  await followHere(
    (calls) => {
      for (const { method, params } of calls) {
        if (params[0] === 'finalized' && failures > 0) {
          failures -= 1
          throw new NodeFaultError('unreachable', 'no answer in time')
        }
        const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
        if (method === 'eth_getLogs' && fromBlock !== undefined && toBlock !== 'finalized')
          lengths.push(Number(toBlock) - Number(fromBlock) + 1)
      }
      return undefined
    },
    async () => void (await indexedHere()),
  )
  expect(failures).toBe(0)
  // The first block begins an epoch, and is read alone.
  expect(lengths[1]).toBeGreaterThan(16)
})

test('a block with an earlier time than the stored block is not written, and the next answer is written', async () => {
  let early: PaperHeader | null = null
  let asked = 0
  await followHere(
    (calls) => {
      const isAboutIt = ({ params }: Call) =>
        params[0] === 'finalized' || typeof params[0] === 'object' || params[0] === early?.number
      if (early === null || !calls.every(isAboutIt)) return undefined
      asked += 1
      return calls.map(({ method }) => (method === 'eth_getLogs' ? [] : early))
    },
    async () => {
      await indexedHere()
      const finalised = await rpc<{ number: string }>(
        scene.world.rpcUrl,
        'eth_getBlockByNumber',
        'finalized',
        false,
      )
      const stored = await waitFor('the last final block', async () => {
        const cursor = await readCursor(scene.sql)
        return cursor?.number === Number(finalised.number) ? cursor : null
      })
      early = paperHeader({
        number: stored.number + 1,
        parentHash: stored.hash,
        timestamp: stored.timestamp - 1,
      })
      await waitFor('several requests for the early block', () => Promise.resolve(asked > 5))
      expect((await readCursor(scene.sql))!.number).toBe(stored.number)
      early = null
      await indexedHere()
      expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
    },
  )
})

test.each(['after it was away', 'without having been away'])(
  'a node that serves another chain %s ends the process, and no halt is stored',
  async (how) => {
    let exchanged = false
    let away = how === 'after it was away'
    // This is the node's own chain, which differs from the first block on.
    const chain: PaperHeader[] = []
    const foreign = (number: number) => {
      while (chain.length <= number)
        chain.push(
          paperHeader({
            number: chain.length,
            parentHash: chain.at(-1)?.hash ?? `0x${'f1'.repeat(32)}`,
            timestamp: 1 + chain.length,
          }),
        )
      return chain[number]!
    }
    await followHere(
      (calls) => {
        if (!exchanged) return undefined
        if (away) {
          away = false
          throw new NodeFaultError('unreachable', 'connection refused')
        }
        return calls.map(({ method, params }) => {
          if (method === 'eth_getLogs') return []
          return foreign(params[0] === 'finalized' ? 5_000 : Number(params[0]))
        })
      },
      async (done) => {
        await indexedHere()
        exchanged = true
        await expect(done).rejects.toThrow(WrongChainError)
      },
    )
    expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  },
)

test('the database killed with SIGKILL while transactions run: the same indexer process waits and continues, and nothing is lost or written twice', async () => {
  const indexer = start()
  const dice = chance(10)
  for (let crash = 0; crash < 8; crash += 1) {
    let acting = true
    const actions = (async () => {
      while (acting) await transactAtRandom(scene.world, dice, 3)
    })()
    const seen = indexer.output().length
    await indexer.saw('indexes', (output) => output.slice(seen).includes('range indexed'))
    await database.crash()
    acting = false
    await actions
    await scene.indexed()
  }
  expect(indexer.child.exitCode).toBeNull()
  expect(indexer.output().split('"leading"').length - 1).toBeGreaterThanOrEqual(9)
  await equalsNaiveReading()
}, 120_000)

test('a first node that calls the newest block final is not believed against two others, and a reorganisation halts nothing', async () => {
  const hasty = await startFaultyNode(scene.world.rpcUrl, () => 'hasty')
  const other = await startFaultyNode(scene.world.rpcUrl, () => 'none')
  try {
    start({ RPC_URL: [hasty.url, scene.world.rpcUrl, other.url].join() })
    await scene.indexed()
    await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
    const asked = hasty.served.get('hasty') ?? 0
    await waitFor('the node’s answer about the new block', () =>
      Promise.resolve((hasty.served.get('hasty') ?? 0) > asked + 5),
    )
    const numberOf = async (block: string) =>
      Number((await rpc<{ number: string }>(scene.world.rpcUrl, 'eth_getBlockByNumber', block, false)).number)
    const final = await numberOf('finalized')
    expect(final).toBeLessThan(await numberOf('latest'))
    const [cursor] = await scene.sql<{ number: number }[]>`select number from galx.cursor`
    expect(cursor!.number).toBeLessThanOrEqual(final)
    await rpc(scene.world.rpcUrl, 'anvil_reorg', 1, [])
    await scene.world.stake(scene.world.people[1]!, 'galx', ETHER)
    await equalsNaiveReading()
    expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  } finally {
    await Promise.all([hasty.stop(), other.stop()])
  }
})

test('a reorganisation above the finalised block changes nothing', async () => {
  const indexer = start()
  await scene.indexed()
  const lost = await scene.world.stake(scene.world.people[4]!, 'galx', ETHER)
  await scene.world.mine()
  await rpc(scene.world.rpcUrl, 'anvil_reorg', 1, [])
  await scene.indexed()
  expect(indexer.child.exitCode).toBeNull()
  expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  const receipt = await rpc<object | null>(scene.world.rpcUrl, 'eth_getTransactionReceipt', lost)
  const rows = await scene.sql`select 1 from galx.activity where tx_hash = ${lost}`
  expect(rows).toHaveLength(receipt === null ? 0 : 1)
  await equalsNaiveReading()
})

test('a finalised block whose parent is not the stored one halts indexing, and nothing is skipped', async () => {
  start()
  await scene.indexed()
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
  await scene.sql`update galx.cursor set hash = ${`0x${'de'.repeat(32)}`}`
  await transactAtRandom(scene.world, chance(9), 4)
  await scene.world.finalise()
  const before = await dumpTables(scene.sql)
  const indexer = start()
  expect(await indexer.exited).toBe(HALTED_EXIT_CODE)
  expect(indexer.output()).toContain('indexing has halted')
  expect(await dumpTables(scene.sql)).toEqual(before)
  const [halt] = await scene.sql`select expected_hash, reason from galx.indexer_halt`
  expect(halt).toMatchObject({ expected_hash: `0x${'de'.repeat(32)}` })
  // A new process reads the same reason and does not start.
  expect(await start().exited).toBe(HALTED_EXIT_CODE)
  // The indexer starts only after an operator has emptied the tables to read the chain again.
  await wipeChain(scene.database.url, SOURCE_TABLES)
  start()
  await scene.indexed()
})

test.each(someOf(['positions', 'activity'], 2))(
  'an event whose row is already in %s halts indexing',
  async (table) => {
    const indexer = start()
    const stake = await scene.world.stake(scene.world.people[5]!, 'galx', ETHER)
    await scene.indexed()
    await indexer.kill()
    const [row] = await scene.sql<{ block: number }[]>`
    select block_number as block from galx.activity where tx_hash = ${stake}`
    const block = await rpc<{ hash: string; timestamp: string }>(
      scene.world.rpcUrl,
      'eth_getBlockByNumber',
      `0x${(row!.block - 1).toString(16)}`,
      false,
    )
    await scene.sql`
    update galx.cursor
    set number = ${row!.block - 1}, hash = ${block.hash}, timestamp = ${Number(block.timestamp)}`
    if (table === 'activity') await scene.sql`delete from galx.positions where opened_tx = ${stake}`
    const before = await dumpTables(scene.sql)
    expect(await start().exited).toBe(HALTED_EXIT_CODE)
    expect(await dumpTables(scene.sql)).toEqual(before)
    const [halt] = await scene.sql`select reason from galx.indexer_halt`
    expect(halt!.reason).toContain(`"${table}_pkey"`)
    await wipeChain(scene.database.url, SOURCE_TABLES)
    start()
    await equalsNaiveReading()
  },
)

test('tables are not emptied under a running indexer, and a reindex waits for the session of an indexer that has just ended', async () => {
  start()
  await scene.indexed()
  // Only rows that never change are compared, because the indexer continues and may close an epoch meanwhile.
  const kept = async () => (await dumpTables(scene.sql)).activity
  const before = await kept()
  await expect(wipeChain(scene.database.url, SOURCE_TABLES)).rejects.toThrow(
    'an indexer is running on this database: stop it first',
  )
  expect(before.length).toBeGreaterThan(0)
  expect(await kept()).toEqual(before)
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
  // A process killed during a statement: its session has the lock until the database has completed the statement.
  const leader = connect(scene.database.url, { name: 'test leader', max: 1 })
  await waitFor('the lock', () => tryToLead(leader))
  const forgotten = wipeChain(scene.database.url, SOURCE_TABLES)
  await waitFor('its first try', async () => {
    const tries = await scene.sql`
      select from pg_stat_activity where application_name = 'galx reindex' and query like '%pg_try_advisory_lock%' and state = 'idle'`
    return tries.length > 0
  })
  await leader.end()
  await forgotten
  expect(await scene.sql`select 1 from galx.activity`).toHaveLength(0)
})

test('tables that somebody reads for a long time are emptied afterwards, and calls are answered meanwhile', async () => {
  const reader = connect(scene.database.url, { name: 'test dump', max: 1 })
  const call = connect(scene.database.url, { name: 'test call', max: 1, limits: TIME_LIMITS.read })
  await reader.unsafe('begin')
  await reader`select from galx.weight_changes limit 1`
  const forgotten = wipeChain(scene.database.url, SOURCE_TABLES)
  try {
    await waitFor('the reindex to wait', async () => {
      const waiting = await scene.sql`
        select from pg_stat_activity where application_name = 'galx reindex' and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    await waitFor('a call to be answered', () =>
      call`select from galx.activity limit 1`.then(
        () => true,
        () => false,
      ),
    )
  } finally {
    await reader.unsafe('commit')
    await Promise.all([forgotten, reader.end(), call.end()])
  }
  expect(await scene.sql`select 1 from galx.activity`).toHaveLength(0)
})

// This test is the last one, because it replaces the chain's own history.
test('a reorganisation below the finalised block halts indexing', async () => {
  const indexer = start()
  await scene.indexed()
  await rpc(scene.world.rpcUrl, 'anvil_reorg', 10, [])
  await scene.world.mine(4)
  expect(await indexer.exited).toBe(HALTED_EXIT_CODE)
  expect(indexer.output()).toContain('finalised blocks were replaced')
  const [halt] = await scene.sql`select expected_hash, found_hash from galx.indexer_halt`
  const [cursor] = await scene.sql`select hash from galx.cursor`
  expect(halt!.expected_hash).toBe(cursor!.hash)
  expect(halt!.found_hash).not.toBe(cursor!.hash)
})
