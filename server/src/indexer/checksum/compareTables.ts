/** One comparison of the tables with the contracts, at the block of the cursor. */
import type { Difference, Expected, Figure } from '@galx/protocol/checksum'
import { checksumReads, type ChecksumRead } from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Endpoints } from '../../chain/rpc/endpoints.ts'
import type { Queryable, Sql } from '../../platform/database/connection.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { CompareContracts } from '../engine/checksum.ts'
import { accountFigures } from './accountFigures.ts'
import { contractFigures, newestRuleset } from './contractFigures.ts'
import { readHoldings } from './holdings.ts'
import { judge } from './judge.ts'
import { readContracts, type ReadBlock } from './readContracts.ts'
import { weightDifferences } from './weightHistory.ts'
import { sampleAccounts, sampleEpochs, samplePasses, findAccounts } from './sample.ts'

/** Accounts drawn while following. With so few accounts, one call runs all views. */
const FEW = 20
/** Accounts drawn after a backfill. */
const MANY = 200

/** Milliseconds to compare holdings. A second set of tables stands still meanwhile, and nodes keep its block's state for 50 s. */
const HOLDINGS_FOR = 20_000

/** @param random from 0 to 1 */
export function contractComparison(
  endpoints: Pick<Endpoints, 'everyone' | 'size'>,
  deployment: Deployment,
  log: Logger,
  random: () => number = Math.random,
): CompareContracts {
  /** the history of weights is checked up to this block. If nodes did not answer a comparison in time, the next one goes on from here */
  let checked: { tables: number; block: number } | null = null
  /**
   * `began`: the block at which the first holdings of this round were compared; holdings up to the account `after` have followed. `whole`: the
   * same block of the last complete round; -1: none was complete
   */
  let round = { tables: 0, after: 0, began: -1, whole: -1 }

  const ask = async (
    block: ReadBlock,
    expected: readonly Figure<Expected>[],
    reads: readonly ChecksumRead[],
    signal: AbortSignal,
  ): Promise<Difference[]> => {
    const { answers, faults } = await readContracts(endpoints, deployment, block, reads, signal)
    const verdict = judge(expected, answers, faults, endpoints.size)
    for (const { node, fault } of faults)
      log.warn({ kind: fault.kind, node, fault: fault.message }, 'the node does not answer for the contracts')
    for (const { node, says } of verdict.outvoted)
      log.warn(
        { kind: 'outvoted', node, says },
        'the node gives other figures of the contracts than the others',
      )
    return verdict.differences
  }

  /**
   * Compares the next page of holdings. After a difference, the same page is the next.
   * @param since a block: goes on until a round that began after this block is complete; null: one page is enough
   * @returns null if holdings remain
   */
  const compareHoldings = async (
    sql: Sql,
    since: number | null,
    signal: AbortSignal,
  ): Promise<Difference[] | null> => {
    const until = performance.now() + HOLDINGS_FOR
    for (;;) {
      const page = await inSnapshot(sql, async (transaction, block) => {
        const { number, tables } = block
        const isOther = round.tables !== tables
        if (isOther || round.after === 0 || (since !== null && round.began <= since))
          round = { tables, after: 0, began: number, whole: isOther ? -1 : round.whole }
        return { block, ...(await readHoldings(transaction, deployment, round.after)) }
      })
      if (page === null) return []
      const differences = await ask(page.block, page.expected, page.reads, signal)
      if (differences.length > 0) return differences
      round = page.last === null ? { ...round, after: 0, whole: round.began } : { ...round, after: page.last }
      if (since === null || round.whole > since) return []
      if (performance.now() > until) {
        log.info({ account: round.after }, 'the holdings up to this account equal the contracts')
        return null
      }
    }
  }

  return async (sql, { thorough, also, since, signal }) => {
    // Not in the snapshot: after a backfill this check takes longer than nodes keep the state of the snapshot's block. The snapshot checks the
    // logs that are indexed meanwhile.
    const begun = await readBlock(sql)
    if (begun === null) return null
    const isKnown = checked?.tables === begun.tables && checked.block <= begun.number
    const history = await weightDifferences(sql, Math.max(since ?? -1, isKnown ? checked!.block : -1))
    checked = history.length === 0 ? { tables: begun.tables, block: begun.number } : null
    // The chain may stand still since the last comparison.
    const after = thorough ? Math.min(since ?? -1, begun.number - 1) : null
    const holdings = await compareHoldings(sql, after, signal)
    if (holdings === null) return null
    const snapshot = await readTables(sql, {
      deployment,
      count: thorough ? MANY : FEW,
      also,
      random,
      since: since ?? -1,
      begun: begun.number,
    })
    if (snapshot === null) return null
    const { block, tables, expected, sample, history: newest } = snapshot
    const sampled = await ask(block, expected, checksumReads(deployment, sample), signal)
    return { block: block.number, tables, differences: [...sampled, ...holdings, ...history, ...newest] }
  }
}

/** Reads one state of the tables. Null before the first block. */
function inSnapshot<Answer>(
  sql: Sql,
  read: (transaction: Queryable, block: ReadBlock & { tables: number }) => Promise<Answer>,
): Promise<Answer | null> {
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    const block = await readBlock(transaction)
    return block === null ? null : read(transaction, block)
  })
}

/** Reads all figures of a comparison. */
function readTables(
  sql: Sql,
  {
    deployment,
    count,
    also,
    random,
    since,
    begun,
  }: {
    deployment: Deployment
    count: number
    also: readonly Address[]
    random: () => number
    /** the block of the last comparison that passed */
    since: number
    /** the history of weights is checked up to this block */
    begun: number
  },
) {
  return inSnapshot(sql, async (transaction, block) => {
    const { tables, timestamp: at } = block
    const [drawn, named] = [
      await sampleAccounts(transaction, count, since, random),
      await findAccounts(transaction, also),
    ]
    const accounts = [...new Map([...drawn, ...named].map((account) => [account.id, account])).values()]
    const passes = await samplePasses(transaction, random)
    const epochs = await sampleEpochs(transaction, at, random)
    const ruleset = await newestRuleset(transaction)
    const { checked, expected } = await accountFigures(transaction, deployment, at, accounts, random)
    return {
      block,
      tables,
      history: await weightDifferences(transaction, begun),
      sample: { accounts: checked, passes, epochs: epochs.map(({ epoch }) => epoch), ruleset },
      expected: [...(await contractFigures(transaction, deployment, at, passes, epochs)), ...expected],
    }
  })
}

async function readBlock(sql: Queryable): Promise<(ReadBlock & { tables: number }) | null> {
  const [row] = await sql<(ReadBlock & { tables: number })[]>`
    select number, hash, timestamp, to_regclass('galx.cursor')::oid::bigint as tables from galx.cursor`
  return row ?? null
}
