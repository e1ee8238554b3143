/**
 * Closes an epoch: turns points into bonuses, in one database transaction. The tables show the state exactly at the end of the epoch, and no
 * later event has been applied. All work on accounts is done by statements over whole tables.
 */
import { rulesetHash } from '@galx/protocol/rulesets'
import { keccak } from '../../chain/rpc/keccak.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import type { WithSnapshot, Transaction } from '../../platform/database/transaction.ts'
import { prefetch } from '../../platform/prefetch.ts'
import { EpochInvariantError, type Block } from '../../ledger/epochs.ts'
import { headerText, partsIn, type HeaderPart, type HeaderProgram } from '../../ledger/epochFile.ts'
import { findContradicted } from '../../ledger/secondEngine.ts'
import { grantAll, type Epoch } from './grants.ts'
import type { Budget } from '../../ledger/rules.ts'

export type Closing = Epoch & {
  chainId: number
  genesisHash: string
  /** the contracts in the header's form */
  contracts: readonly string[]
  last: Block | null
  /** the last block of the epoch */
  blockNumber: number
  /** the current time, unix seconds */
  now: number
}

/**
 * @param read reads the same tables on a second connection
 * @returns the hash of the header
 * @throws EpochInvariantError; the tables then stay unchanged
 */
export async function closeEpoch(sql: Transaction, read: WithSnapshot, closing: Closing): Promise<string> {
  const { epoch, ruleset, first } = closing
  // The statements join and sort whole tables, with the rows of a million inviters in memory. JIT compilation would cost more than it saves.
  await sql`
    select set_config('work_mem', '320MB', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true),
      set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true)`
  const grants = await grantAll(sql, read, closing)
  const written = await sumRows(sql)
  const lines = grants.map(({ key, id, points, grantable, budget }): HeaderProgram => {
    const { accounts, bonuses } = written.get(key) ?? { accounts: 0, bonuses: 0n }
    return { key, id, grantable, points, bonuses, cumulative: budget.cumulative + bonuses, accounts }
  })
  await assertCovered(sql, closing, lines, new Map(grants.map(({ key, budget }) => [key, budget])))
  const [before] = await sql<{ hash: string }[]>`select hash from galx.epochs where epoch = ${epoch - 1}`
  const header = headerText({
    ...closing,
    ruleset: { number: ruleset.number, hash: rulesetHash(ruleset) },
    previous: before?.hash ?? null,
    programs: lines,
    parts: await hashParts(sql, epoch),
  })
  const bytes = Buffer.from(header)
  const hash = keccak(bytes)
  await sql`
    insert into galx.epoch_programs (epoch, program_key, grantable, points, bonuses, cumulative, accounts)
    select ${epoch}, * from unnest(
      ${lines.map(({ key }) => key)}::text[],
      ${lines.map(({ grantable }) => grantable.toString())}::numeric[],
      ${lines.map(({ points }) => points.toString())}::numeric[],
      ${lines.map(({ bonuses }) => bonuses.toString())}::numeric[],
      ${lines.map(({ cumulative }) => cumulative.toString())}::numeric[],
      ${lines.map(({ accounts }) => accounts)}::bigint[])`
  await sql`
    insert into galx.epochs (epoch, ruleset, first_block, first_hash, last_block, last_hash, block_number, header, hash, closed_at)
    values (${epoch}, ${ruleset.number}, ${first?.number ?? null}, ${first?.hash ?? null}, ${closing.last?.number ?? null},
      ${closing.last?.hash ?? null}, ${closing.blockNumber}, ${`0x${bytes.toString('hex')}`}, ${hash}, ${closing.now})`
  await assertNoneContradicted(sql, closing)
  return hash
}

async function sumRows(sql: Queryable): Promise<Map<string, { accounts: number; bonuses: bigint }>> {
  const rows = await sql<{ key: string; accounts: number; bonuses: bigint }[]>`
    select program_key as key, count(*) as accounts, sum(bonus) as bonuses from closing_rows group by 1`
  return new Map(rows.map(({ key, ...sums }) => [key, sums]))
}

/**
 * Checks that the vested budget covers the amounts that all accounts together may draw or have drawn. Only programs that grant something at
 * this close are checked. Accounts may have drawn more than their grants, so the sum may exceed the budget. Then the program grants nothing.
 */
async function assertCovered(
  sql: Queryable,
  { epoch, blockNumber }: Closing,
  lines: readonly HeaderProgram[],
  budgets: ReadonlyMap<string, Budget>,
): Promise<void> {
  const granting = lines.filter(({ bonuses }) => bonuses > 0n)
  if (granting.length === 0) return
  const rows = await sql<{ key: string; due: bigint; cumulative: bigint }[]>`
    select key, sum(greatest(coalesce(cumulative, 0), coalesce(drawn, 0))) as due, sum(coalesce(cumulative, 0)) as cumulative
    from (
      select account_id, program_key as key, cumulative from galx.bonus_totals
      where program_key = any (${granting.map(({ key }) => key)}::text[])
    ) granted full join (
      select draw.account_id, program.key, drawn from galx.voucher_draws draw join unnest(
        ${granting.map(({ id }) => id.toString())}::numeric[], ${granting.map(({ key }) => key)}::text[]
      ) as program (id, key) on program.id = draw.program
    ) taken using (account_id, key) group by key order by key`
  for (const { key, due, cumulative } of rows) {
    const { vested } = budgets.get(key)!
    if (due > vested)
      throw new EpochInvariantError(
        `at the end of epoch ${epoch} the program ${key} owes or has paid ${due} wei, but only ${vested} wei have vested`,
        blockNumber,
      )
    const line = granting.find((one) => one.key === key)!
    if (cumulative !== line.cumulative)
      throw new EpochInvariantError(
        `at the end of epoch ${epoch} the bonuses of the program ${key} add up to ${cumulative} wei by account and to ${line.cumulative} wei by epoch`,
        blockNumber,
      )
  }
}

async function hashParts(sql: Queryable, epoch: number): Promise<HeaderPart[]> {
  const parts: HeaderPart[] = []
  for await (const { part, rows, text } of prefetch(partsIn(sql, epoch, sql`closing_rows`)))
    parts.push({ part, rows, hash: keccak(Buffer.from(text)) })
  return parts
}

/**
 * Compares every closed epoch, not only this one. In a database that starts again, epochs are closed before the indexer has read the published
 * hashes.
 */
async function assertNoneContradicted(sql: Queryable, { blockNumber }: Closing): Promise<void> {
  const found = await findContradicted(sql)
  if (found === null) return
  const { epoch, hash, published } = found
  throw new EpochInvariantError(
    `EpochLog and the second engine have ${published} for epoch ${epoch}, but this database computes ${hash}`,
    blockNumber,
  )
}
