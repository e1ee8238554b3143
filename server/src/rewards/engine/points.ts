/** Computes the changes of hash power and of the inviters' accumulators from a batch's weights and bindings. */
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Batch } from '../../ledger/source.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Member } from '../../ledger/forest.ts'
import type { WeightChange } from '../../ledger/activityRows.ts'
import { applySteps, type AccountAccumulator, type BindingStep, type Step } from './accumulators.ts'
import { poolPower, vaultPower } from '../../ledger/rules.ts'

/** The contract's pool ids, by the ids of the rows. */
export async function readPoolIds(sql: Queryable): Promise<Map<number, bigint>> {
  const rows = await sql<{ id: number; pool: bigint }[]>`select id, pool from galx.pools`
  return new Map(rows.map(({ id, pool }) => [id, pool]))
}

/** @returns the hash power of a weight in a pool's row (null: shares of the vault), wei of GALX */
export function powerBy(
  ruleset: Pick<Ruleset, 'power' | 'vaultCoefficient'>,
  pools: ReadonlyMap<number, bigint>,
): (poolId: number | null, weight: bigint) => bigint {
  const coefficients = new Map(ruleset.power.map(({ pool, coefficient }) => [pool, coefficient]))
  return (poolId, weight) =>
    poolId === null
      ? vaultPower(weight, ruleset.vaultCoefficient)
      : poolPower(weight, coefficients.get(pools.get(poolId)!) ?? 0n)
}

/** @returns the programs that count a pool's row, or the vault (null) */
function programsBy(
  ruleset: Ruleset,
  pools: ReadonlyMap<number, bigint>,
): (poolId: number | null) => readonly string[] {
  const members = ruleset.programs.filter(({ rule }) => rule === 'members')
  const keys = new Map<number | null, string[]>([
    [null, members.filter(({ vault }) => vault).map(({ key }) => key)],
  ])
  for (const [id, pool] of pools)
    keys.set(
      id,
      members.filter((program) => program.pools.includes(pool)).map(({ key }) => key),
    )
  return (poolId) => keys.get(poolId) ?? []
}

/** An account of a batch: its row, or the member if the account has no row yet. */
type Account = number | Member
type StoredAccumulator = AccountAccumulator<number>

/**
 * Called when all events of a batch are applied, before any row of the batch is written. New accounts have no row yet.
 * @param ruleset the ruleset of the epoch; the whole batch lies in that epoch
 * @param duration seconds of an epoch
 * @returns a function that writes the accumulators; call it when every account has its row
 */
export async function followPoints(
  sql: Transaction,
  { forest, weightChanges }: Batch,
  ruleset: Ruleset,
  duration: number,
): Promise<(writing: Transaction) => Promise<void>> {
  const changed = forest.changed()
  if (weightChanges.length === 0 && changed.length === 0) return () => Promise.resolve()
  const bound = changed.filter(({ binding }) => binding !== null)
  const weighed = new Set<number>()
  const concerned = new Set<number>()
  const inviters = new Map<Account, number | null>()
  const hadMembers = new Set<Account>()
  const touched = new Set(changed)
  for (const { member } of weightChanges) touched.add(member)
  for (const member of touched) {
    if (member.id === null) continue
    inviters.set(member.id, member.storedInviterId)
    if (member.storedInviterId !== null) concerned.add(member.storedInviterId)
    if (!member.hadMembers) continue
    hadMembers.add(member.id)
    concerned.add(member.id)
  }
  for (const member of bound) {
    const { inviter } = member.binding!
    if (member.id !== null) weighed.add(member.id)
    if (inviter.id === null) continue
    if (inviter.hadMembers) concerned.add(inviter.id)
    else weighed.add(inviter.id)
  }
  // An account without a row has no weight and no accumulator.
  const [pools, accumulators, weights] = await Promise.all([
    readPoolIds(sql),
    loadAccumulators(sql, [...concerned]),
    loadWeights(sql, [...weighed]),
  ])
  const powerOf = powerBy(ruleset, pools)
  for (const { member, poolId, before, weight } of weightChanges)
    forest.addPower(member, powerOf(poolId, weight) - powerOf(poolId, before))
  const bindings = bound
    .map((member) => ({
      account: accountOf(member),
      inviter: accountOf(member.binding!.inviter),
      at: member.binding!.at,
      block: member.binding!.block,
    }))
    .sort((a, b) => a.block - b.block)
  const after = applySteps<Account>(
    {
      duration,
      bindings,
      programs: ruleset.programs.filter(({ rule }) => rule === 'members').map(({ key }) => key),
      programsOf: programsBy(ruleset, pools),
      inviterOf: (account) => inviters.get(account) ?? null,
      hadMembers: (account) => hadMembers.has(account),
      weights,
      accumulators,
    },
    inOrder(weightChanges, bindings),
  )
  return (writing) => writeAccumulators(writing, after)
}

/**
 * Yields the steps one after another: a stored list of tens of thousands of steps would be most of the batch's memory. A block is one moment:
 * the place of a binding within the block makes no difference.
 */
function* inOrder(
  changes: readonly WeightChange[],
  bindings: readonly (BindingStep<Account> & { block: number })[],
): Generator<Step<Account>, void> {
  let next = 0
  for (const { member, poolId, at, before, weight, block } of changes) {
    for (; next < bindings.length && bindings[next]!.block < block; next += 1) yield bindings[next]!
    yield { account: accountOf(member), poolId, at, before, after: weight }
  }
  for (; next < bindings.length; next += 1) yield bindings[next]!
}

function accountOf(member: Member): Account {
  return member.id ?? member
}

function loadAccumulators(sql: Queryable, accountIds: readonly number[]): Promise<StoredAccumulator[]> {
  return sql<StoredAccumulator[]>`
    select account_id as account, program_key as "programKey", members, own, points, at from galx.points
    where account_id = any (${accountIds as number[]}::bigint[])`
}

function loadWeights(
  sql: Queryable,
  accountIds: readonly number[],
): Promise<{ account: number; poolId: number | null; weight: bigint }[]> {
  return sql<{ account: number; poolId: number | null; weight: bigint }[]>`
    select account_id as account, pool_id as "poolId", weight from galx.pool_accounts
    where account_id = any (${accountIds as number[]}::bigint[])
    union all
    select account_id, null, shares from galx.vault_accounts
    where account_id = any (${accountIds as number[]}::bigint[])`
}

async function writeAccumulators(
  sql: Queryable,
  rows: readonly AccountAccumulator<Account>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into galx.points (account_id, program_key, members, own, points, at)
    select
      unnest(${rows.map(({ account }) => (typeof account === 'number' ? account : account.id))}::bigint[]),
      unnest(${rows.map(({ programKey }) => programKey)}::text[]),
      unnest(${rows.map(({ members }) => members.toString())}::numeric[]),
      unnest(${rows.map(({ own }) => own.toString())}::numeric[]),
      unnest(${rows.map(({ points }) => points.toString())}::numeric[]),
      unnest(${rows.map(({ at }) => at)}::bigint[])
    on conflict (account_id, program_key) do update
      set members = excluded.members, own = excluded.own, points = excluded.points, at = excluded.at`
}
