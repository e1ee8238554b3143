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

/** The number of accounts that are chosen at random while the indexer follows the head. With so few accounts, one call runs all views. */
const FEW = 20
/** The number of accounts that are chosen at random after a backfill. */
const MANY = 200

/**
 * Milliseconds for the pages of one comparison. A second set of tables gets no blocks meanwhile, and nodes keep the state of its last block for
 * only 50 s.
 */
const PAGES_FOR = 20_000

/**
 * Holdings are compared in rounds. A round begins with all accounts, or with the accounts that changed since the last comparison that passed. Each
 * later round has the accounts that changed during the previous round. The last round has one page, of the same block as all other figures.
 */
type Round = {
  tables: number
  /** only accounts with a change after this block; -1: all accounts */
  since: number
  /** id of the last account that was compared */
  after: number
  /** the block of the first page; null before this page */
  began: number | null
  /** the block at which the last round of all accounts began; -1: none */
  all: number
}

/** @param random from 0 to 1 */
export function contractComparison(
  endpoints: Pick<Endpoints, 'everyone' | 'size'>,
  deployment: Deployment,
  log: Logger,
  random: () => number = Math.random,
): CompareContracts {
  /** the history of weights is checked up to this block. If nodes did not answer a comparison in time, the next comparison goes on from this block */
  let checked: { tables: number; block: number } | null = null
  let round: Round = { tables: 0, since: -1, after: 0, began: null, all: -1 }

  const ask = async (
    block: ReadBlock,
    expected: readonly Figure<Expected>[],
    reads: readonly ChecksumRead[],
    signal: AbortSignal,
  ): Promise<Difference[]> => {
    const { answers, faults } = await readContracts(endpoints, deployment, block, reads, signal)
    const verdict = judge(expected, answers, faults, endpoints.size)
    for (const { node, fault } of faults)
      log.warn(
        { kind: fault.kind, node, fault: fault.message },
        'the node does not answer the questions about the contracts',
      )
    for (const { node, says } of verdict.outvoted)
      log.warn(
        { kind: 'outvoted', node, says },
        'the node’s figures of the contracts differ from the other nodes’ figures',
      )
    return verdict.differences
  }

  return async (sql, { thorough, also, since: passed, signal }) => {
    // This check runs outside the snapshot, because after a backfill it takes longer than nodes keep the state of the snapshot's block. The snapshot
    // checks only the logs that are indexed meanwhile.
    const begun = await readBlock(sql)
    if (begun === null) return null
    const isKnown = checked?.tables === begun.tables && checked.block <= begun.number
    const since = passed ?? -1
    const history = await weightDifferences(sql, Math.max(since, isKnown ? checked!.block : -1))
    checked = history.length === 0 ? { tables: begun.tables, block: begun.number } : null
    const isOfTables = round.tables === begun.tables
    // There may be no new block since the last comparison.
    if (thorough && !(isOfTables && round.all > Math.min(since, begun.number - 1)))
      round = { tables: begun.tables, since: -1, after: 0, began: null, all: -1 }
    if (!thorough && !(isOfTables && round.since >= since))
      round = { tables: begun.tables, since, after: 0, began: null, all: -1 }

    const until = performance.now() + PAGES_FOR
    for (;;) {
      const snapshot = await readTables(sql, {
        deployment,
        round,
        count: thorough ? MANY : FEW,
        also,
        random,
        since,
        begun: begun.number,
      })
      if (snapshot === null) return null
      const { block, page, others } = snapshot
      const { number, tables } = block
      const began = round.began ?? number
      round = { ...round, began, all: round.since < 0 ? began : round.all }
      const found = page.reads.length === 0 ? [] : await ask(block, page.expected, page.reads, signal)
      if (others !== null) found.push(...(await ask(block, others.expected, others.reads, signal)))
      // After a difference the next comparison begins with the same page.
      if (others !== null && found.length === 0) round = { ...round, since: number, after: 0, began: null }
      if (others !== null || found.length > 0)
        return { block: number, tables, differences: [...found, ...history, ...(others?.history ?? [])] }
      round =
        page.last === null
          ? { ...round, since: began, after: 0, began: null }
          : { ...round, after: page.last }
      if (performance.now() > until) {
        log.info({ account: round.after }, 'the holdings up to this account equal the contracts')
        return null
      }
    }
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

/** Reads the next page of holdings. If this page is the only one of its round, also reads all other figures of a comparison. */
function readTables(
  sql: Sql,
  {
    deployment,
    round,
    count,
    also,
    random,
    since,
    begun,
  }: {
    deployment: Deployment
    round: Round
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
    const { timestamp: at } = block
    const page = await readHoldings(transaction, deployment, round)
    if (round.after > 0 || page.last !== null) return { block, page, others: null }
    const [drawn, named] = [
      await sampleAccounts(transaction, count, since, random),
      await findAccounts(transaction, also),
    ]
    const accounts = [...new Map([...drawn, ...named].map((account) => [account.id, account])).values()]
    const passes = await samplePasses(transaction, random)
    const epochs = await sampleEpochs(transaction, at, random)
    const ruleset = await newestRuleset(transaction)
    const { checked, expected } = await accountFigures(transaction, deployment, at, accounts, random)
    const sample = { accounts: checked, passes, epochs: epochs.map(({ epoch }) => epoch), ruleset }
    return {
      block,
      page,
      others: {
        history: await weightDifferences(transaction, begun),
        reads: checksumReads(deployment, sample),
        expected: [...(await contractFigures(transaction, deployment, at, passes, epochs)), ...expected],
      },
    }
  })
}

async function readBlock(sql: Queryable): Promise<(ReadBlock & { tables: number }) | null> {
  const [row] = await sql<(ReadBlock & { tables: number })[]>`
    select number, hash, timestamp, to_regclass('galx.cursor')::oid::bigint as tables from galx.cursor`
  return row ?? null
}
