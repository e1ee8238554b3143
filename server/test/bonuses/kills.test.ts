/** One of the leader's two connections, or its whole process, is killed during the closing of an epoch. The stored result is the same as without the kill. */
import { execFileSync } from 'node:child_process'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RulesetJson } from '@galx/protocol/rulesets'
import { rpc } from '@galx/stack/chain/rpc'
import { BTC_POOL, storyRuleset } from '../../../packages/protocol/test/rewards/story.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { DatabaseUnavailableError } from '../../src/platform/database/faults.ts'
import { startBonusTables, type BonusTables, type World } from '../support/bonusTables.ts'
import { ETHER } from '../support/chainWorld.ts'
import { holdWrites } from '../support/heldStatement.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { dumpTables } from '../support/tables.ts'
import { waitFor } from '../support/wait.ts'
import { LAST, PROGRAMS, richStory } from './tamperedStory.ts'
import { NIGHTLY, someOf } from '../support/nightly.ts'

describe('the leader’s connections', () => {
  let tables: BonusTables

  beforeAll(async () => {
    tables = await startBonusTables()
  }, 120_000)
  afterAll(() => tables?.stop())

  /** The ruleset of the last epoch. The closing of the epoch before it changes the inputs of points and power. */
  const second: RulesetJson = {
    ...storyRuleset(PROGRAMS),
    number: 2,
    firstEpoch: String(LAST),
    power: [{ pool: `${BTC_POOL}`, coefficient: '20000' }],
    qualifying: [{ pool: `${BTC_POOL}`, amount: '99' }],
  }
  const world = richStory([second])
  const FIRST = Number(world.firstEpoch)
  /** A kill hits every statement of this closing. Of the other closings it hits every statement by night (THOROUGH=1), and every thirtieth by day. */
  const WHOLE = LAST
  const REST = NIGHTLY ? 1 : 30

  async function lastClosed(): Promise<number> {
    const [row] = await tables.sql<{ epoch: number | null }[]>`select max(epoch) as epoch from galx.epochs`
    return row!.epoch ?? FIRST - 1
  }

  it('a kill at any statement of any closing leaves the tables of an undisturbed run', async () => {
    await tables.empty({ hashes: true })
    await tables.index(world, () => 1_000)
    const undisturbed = await dumpTables(tables.sql)
    expect(undisturbed.epochs).toHaveLength(LAST - FIRST + 1)
    for (const rows of ['promotions', 'qualified', 'draws', 'bonusTotals', 'points'] as const)
      expect(undisturbed[rows], rows).not.toEqual([])

    await tables.empty({ hashes: true })
    for (let epoch = FIRST; epoch <= LAST; epoch += 1) {
      await tables.index(before((epoch + 1) * world.epochDuration), () => 1_000)
      const open = await dumpTables(tables.sql)
      const each = epoch === WHOLE ? 1 : REST
      let kills = 0
      for (let at = 1 + (epoch % each); (await lastClosed()) < epoch; at += each) {
        expect(await dumpTables(tables.sql), `epoch ${epoch}, before statement ${at}`).toEqual(open)
        let backend = 0
        const sql = await tables.lead(atStatement(at, () => endBackend(backend)))
        const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
        backend = row!.pid
        // Each kill makes the indexing fail, because nothing can be done without the connection.
        const indexing = tables.index(world, () => 1_000, sql)
        await expect(indexing, `epoch ${epoch}, statement ${at}`).rejects.toThrow()
        kills += 1
      }
      // The last kill came after the closing, and the closing is complete.
      expect(await lastClosed()).toBe(epoch)
      expect((kills + 1) * each).toBeGreaterThan(30)
    }
    await tables.index(world, () => 1_000)
    expect(await dumpTables(tables.sql)).toEqual(undisturbed)
  }, 1_200_000)

  it('a kill of the second connection at any of its statements leaves the same tables', async () => {
    await tables.empty({ hashes: true })
    await tables.index(world, () => 1_000)
    const undisturbed = await dumpTables(tables.sql)

    await tables.empty({ hashes: true })
    await tables.index(before((LAST + 1) * world.epochDuration), () => 1_000)
    const open = await dumpTables(tables.sql)
    const cut: string[] = []
    for (let at = 1; (await lastClosed()) < LAST; at += 1) {
      expect(await dumpTables(tables.sql), `before statement ${at}`).toEqual(open)
      const sql = await tables.lead(
        atReadersStatement(at, (text) => {
          cut.push(text)
          endReader(tables.url)
        }),
      )
      const indexing = tables.index(world, () => 1_000, sql)
      await indexing.catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailableError)) throw error
      })
      // Without the second connection's reads the epoch is not closed. The last run had no statement with this number, so nothing was killed.
      expect(await lastClosed(), cut.at(-1)).toBe(cut.length === at ? LAST - 1 : LAST)
    }
    expect(cut).toEqual(READERS_STATEMENTS.map((words) => expect.stringContaining(words) as string))
    expect(await dumpTables(tables.sql)).toEqual(undisturbed)
  }, 240_000)

  /** The world up to a moment. @param time unix seconds */
  function before(time: number): World {
    const blocks = world.blocks.filter(({ timestamp }) => timestamp < time)
    return { ...world, blocks, logs: world.logs.filter(({ block }) => block <= blocks.at(-1)!.number) }
  }
})

/** Calls `act` before the statement of this number is sent, counted from the lock on the cursor for a closing. */
function atStatement(number: number, act: () => void): (text: string) => string {
  let seen = 0
  return (text) => {
    if (seen === 0 && !text.includes('select from galx.cursor where')) return text
    if (!/^\s*(select|insert|with|create|analyze|delete|update)/.test(text)) return text
    seen += 1
    if (seen === number) act()
    return text
  }
}

/** Words from each statement that the second connection sends for an epoch with everything to read, in order, without repetitions. */
const READERS_STATEMENTS = [
  'set transaction snapshot',
  'work_mem',
  'galx.passes',
  'galx.pass_changes',
  'max(id)',
  'inviter_id)',
  'galx.pools',
  'int4send',
  'galx.weight_changes',
]

/**
 * Calls `act` before the second connection's statement of this number is sent. This function sees the statements of both connections. The call stack
 * shows the connection.
 */
function atReadersStatement(number: number, act: (text: string) => void): (text: string) => string {
  let seen = 0
  return (text) => {
    const adopts = text.includes('set transaction snapshot')
    if (!adopts && !(/^\s*select/.test(text) && new Error().stack!.includes('/nodeProgram.ts'))) return text
    seen += 1
    if (seen === number) act(text)
    return text
  }
}

/** Ends the second connection's session, which is found by its name. The process does nothing else until the session is gone. */
function endReader(databaseUrl: string): void {
  const program = `
    import postgres from 'postgres'
    const sql = postgres(process.argv[1], { max: 1 })
    const ended = await sql\`
      select pg_terminate_backend(pid, 30000) as gone from pg_stat_activity
      where datname = current_database() and application_name = 'galx closing'\`
    await sql.end()
    process.exit(ended.some(({ gone }) => gone) ? 0 : 1)`
  execFileSync(process.execPath, ['--input-type=module', '-e', program, databaseUrl])
}

/** Ends a session of the database. The process does nothing else until the session is gone. */
function endBackend(pid: number): void {
  process.kill(pid, 'SIGTERM')
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  for (const limit = Date.now() + 30_000; Date.now() < limit; Atomics.wait(nobody, 0, 0, 1))
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  throw new Error(`the session ${pid} does not end`)
}

describe('the leader’s process', () => {
  let scene: IndexerScene

  beforeAll(async () => {
    scene = await startIndexerScene(3)
    const [first, second, third] = scene.world.people as [Address, Address, Address]
    await scene.world.stake(first, 'galx', 10n * ETHER)
    await scene.world.stake(second, 'galx', 7n * ETHER, first)
    await scene.world.stake(third, 'mcm', 5n * ETHER, first)
    await scene.world.stake(first, 'mcm', 5n * ETHER)
    await scene.world.mine()
  }, 240_000)
  afterAll(() => scene?.stop())

  async function epochs(): Promise<number[]> {
    const rows = await scene.sql<{ epoch: number }[]>`select epoch from galx.epochs order by epoch`
    return rows.map(({ epoch }) => epoch)
  }
  /** Ends the chain's current epoch. @returns the epoch */
  async function passEnd(): Promise<number> {
    const { epochDuration } = scene.world.deployment
    const tip = await rpc<{ timestamp: Hex }>(scene.world.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
    const epoch = Math.floor(Number(tip.timestamp) / epochDuration)
    await rpc(scene.world.rpcUrl, 'evm_setNextBlockTimestamp', (epoch + 1) * epochDuration)
    await scene.world.mine(4)
    return epoch
  }
  /** All tables except the cursor, because waiting adds blocks, and except the team changes, because these are stored by range. */
  async function everything() {
    await scene.indexed()
    return { ...(await dumpTables(scene.sql)), cursor: null, teamChanges: null }
  }

  it('a kill in the middle of a closing leaves the epoch to the next process, which closes it with the same result', async () => {
    let indexer = scene.start()
    const first = await passEnd()
    await waitFor('the first epoch', async () => (await epochs()).includes(first), 60_000)
    const held = someOf(['bonus_totals', 'epoch_rows', 'epoch_programs', 'epochs'], 4)
    for (const table of held) {
      const writes = await holdWrites(scene.database.url, table)
      const epoch = await passEnd()
      await writes.reached()
      await indexer.kill()
      expect(await epochs()).not.toContain(epoch)
      indexer = scene.start()
      await writes.release()
      await waitFor(`epoch ${epoch}`, async () => (await epochs()).includes(epoch), 60_000)
    }
    const killed = await everything()
    expect(killed.epochRows.length).toBeGreaterThan(held.length)
    const closed = await epochs()
    expect(closed).toEqual(closed.map((_epoch, index) => closed[0]! + index))
    await indexer.stop()
    await wipeChain(scene.database.url, SOURCE_TABLES)
    scene.start()
    expect(await everything()).toEqual(killed)
  }, 240_000)
})
