/** One comparison of the tables with the contracts, at the block of the cursor. */
import { checksumReads } from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Endpoints } from '../../chain/rpc/endpoints.ts'
import type { Queryable, Sql } from '../../platform/database/connection.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { CompareContracts } from '../engine/checksum.ts'
import { accountFigures } from './accountFigures.ts'
import { contractFigures, newestRuleset } from './contractFigures.ts'
import { judge } from './judge.ts'
import { readContracts, type ReadBlock } from './readContracts.ts'
import { weightDifferences } from './weightHistory.ts'
import { sampleAccounts, sampleEpochs, samplePasses, findAccounts } from './sample.ts'

/** Accounts drawn while following. With so few accounts, one call runs all views. */
const FEW = 20
/** Accounts drawn after a backfill. */
const MANY = 200

/** @param random from 0 to 1 */
export function contractComparison(
  endpoints: Pick<Endpoints, 'everyone' | 'size'>,
  deployment: Deployment,
  log: Logger,
  random: () => number = Math.random,
): CompareContracts {
  /** the history of weights is checked up to this block. If nodes did not answer a comparison in time, the next one goes on from here */
  let checked: { tables: number; block: number } | null = null
  return async (sql, { thorough, also, since, signal }) => {
    // Not in the snapshot: after a backfill this check takes longer than nodes keep the state of the snapshot's block. The snapshot checks the
    // logs that are indexed meanwhile.
    const begun = await readBlock(sql)
    if (begun === null) return null
    const isKnown = checked?.tables === begun.tables && checked.block <= begun.number
    const history = await weightDifferences(sql, Math.max(since ?? -1, isKnown ? checked!.block : -1))
    checked = history.length === 0 ? { tables: begun.tables, block: begun.number } : null
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
    const reads = checksumReads(deployment, sample)
    const { answers, faults } = await readContracts(endpoints, deployment, block, reads, signal)
    const verdict = judge(expected, answers, faults, endpoints.size)
    for (const { node, fault } of faults)
      log.warn({ kind: fault.kind, node, fault: fault.message }, 'the node does not answer for the contracts')
    for (const { node, says } of verdict.outvoted)
      log.warn(
        { kind: 'outvoted', node, says },
        'the node gives other figures of the contracts than the others',
      )
    return { block: block.number, tables, differences: [...verdict.differences, ...history, ...newest] }
  }
}

/** Reads all figures from one state of the tables. Null before the first block. */
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
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    const block = await readBlock(transaction)
    if (block === null) return null
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
