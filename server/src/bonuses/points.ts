/** How a batch's weights and bindings change hash power and the inviters' accumulators. */
import type { Ruleset } from '@galx/protocol/rulesets'
import type { Batch } from '../indexer/engine/source.ts'
import type { Queryable } from '../platform/database/connection.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { applySteps, type StoredAccumulator, type Step } from './accumulators.ts'
import { poolPower, vaultPower } from './rules.ts'

/** The contract's ids of the pools, by the ids of their rows. */
export async function readPoolIds(sql: Queryable): Promise<Map<number, bigint>> {
  const rows = await sql<{ id: number; pool: bigint }[]>`select id, pool from galx.pools`
  return new Map(rows.map(({ id, pool }) => [id, pool]))
}

/** @returns the hash power of a weight in a pool's row (null: of shares of the vault), wei of GALX */
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

/**
 * Called once all events of a batch are applied and every account has its row, before weights are written.
 * @param ruleset of the epoch that all of the batch lies in
 * @param duration seconds of an epoch
 * @returns what writes the accumulators
 */
export async function followPoints(
  sql: Transaction,
  { forest, weightChanges }: Batch,
  ruleset: Ruleset,
  duration: number,
): Promise<() => Promise<void>> {
  const changed = forest.changed()
  if (weightChanges.length === 0 && changed.length === 0) return () => Promise.resolve()
  const pools = await readPoolIds(sql)
  const powerOf = powerBy(ruleset, pools)
  for (const { member, poolId, before, weight } of weightChanges)
    forest.addPower(member, powerOf(poolId, weight) - powerOf(poolId, before))

  const bound = changed.filter(({ binding }) => binding !== null)
  const weighed = new Set<number>()
  const concerned = new Set<number>()
  const inviters = new Map<number, number | null>()
  const hadMembers = new Set<number>()
  for (const member of [...weightChanges.map(({ member }) => member), ...changed]) {
    inviters.set(member.id!, member.storedInviterId)
    if (member.storedInviterId !== null) concerned.add(member.storedInviterId)
    if (!member.hadMembers) continue
    hadMembers.add(member.id!)
    concerned.add(member.id!)
  }
  for (const member of bound) {
    const { inviter } = member.binding!
    weighed.add(member.id!)
    if (inviter.hadMembers) concerned.add(inviter.id!)
    else weighed.add(inviter.id!)
  }
  const [accumulators, weights] = await Promise.all([
    loadAccumulators(sql, [...concerned]),
    loadWeights(sql, [...weighed]),
  ])
  const steps: (Step & { block: number; logIndex: number })[] = [
    ...weightChanges.map(({ member, poolId, at, before, weight, block, logIndex }) => ({
      accountId: member.id!,
      ...{ poolId, at, before, after: weight, block, logIndex },
    })),
    // A block is one moment: the place of a binding within it makes no difference.
    ...bound.map(({ id, binding }) => ({
      accountId: id!,
      inviterId: binding!.inviter.id!,
      ...{ at: binding!.at, block: binding!.block, logIndex: Number.POSITIVE_INFINITY },
    })),
  ].sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
  const after = applySteps(
    {
      duration,
      programs: ruleset.programs.filter(({ rule }) => rule === 'members').map(({ key }) => key),
      programsOf: programsBy(ruleset, pools),
      inviterOf: (accountId) => inviters.get(accountId)!,
      hadMembers: (accountId) => hadMembers.has(accountId),
      weights,
      accumulators,
    },
    steps,
  )
  return () => writeAccumulators(sql, after)
}

function loadAccumulators(sql: Queryable, accountIds: readonly number[]): Promise<StoredAccumulator[]> {
  return sql<StoredAccumulator[]>`
    select account_id as "accountId", program_key as "programKey", members, own, points, at from galx.points
    where account_id = any (${accountIds as number[]}::bigint[])`
}

function loadWeights(
  sql: Queryable,
  accountIds: readonly number[],
): Promise<{ accountId: number; poolId: number | null; weight: bigint }[]> {
  return sql<{ accountId: number; poolId: number | null; weight: bigint }[]>`
    select account_id as "accountId", pool_id as "poolId", weight from galx.pool_accounts
    where account_id = any (${accountIds as number[]}::bigint[])
    union all
    select account_id, null, shares from galx.vault_accounts
    where account_id = any (${accountIds as number[]}::bigint[])`
}

async function writeAccumulators(sql: Queryable, rows: readonly StoredAccumulator[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into galx.points (account_id, program_key, members, own, points, at)
    select
      unnest(${rows.map(({ accountId }) => accountId)}::bigint[]),
      unnest(${rows.map(({ programKey }) => programKey)}::text[]),
      unnest(${rows.map(({ members }) => members.toString())}::numeric[]),
      unnest(${rows.map(({ own }) => own.toString())}::numeric[]),
      unnest(${rows.map(({ points }) => points.toString())}::numeric[]),
      unnest(${rows.map(({ at }) => at)}::bigint[])
    on conflict (account_id, program_key) do update
      set members = excluded.members, own = excluded.own, points = excluded.points, at = excluded.at`
}
