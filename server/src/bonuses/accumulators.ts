/**
 * What inviters earn in the programs that pay by members, computed from events. Pure.
 *
 * Between two changes an inviter's rate is constant, so one row is enough: the two sums, the points so far and since when the rate
 * holds. Points are those of the epoch that the last change lies in: an epoch is closed before anything that comes after it is
 * applied, and what an untouched row earned in it follows from the row.
 */
import { pointsRate } from './rules.ts'

/** wei, wei, wei * seconds, unix seconds */
type Accumulator = { members: bigint; own: bigint; points: bigint; at: number }
export type StoredAccumulator = Accumulator & { accountId: number; programKey: string }

/** `poolId` null: the vault's shares. */
type WeightStep = {
  accountId: number
  poolId: number | null
  at: number
  before: bigint
  after: bigint
}
/** The weight of `account` counts for `inviter` from now on. */
type BindingStep = { accountId: number; inviterId: number; at: number }
export type Step = WeightStep | BindingStep

/** The stored state before the steps. */
export type Before = {
  /** seconds of an epoch */
  duration: number
  /** those that pay by members */
  programs: readonly string[]
  /** of these, those that count a pool, or the vault (null) */
  programsOf: (poolId: number | null) => readonly string[]
  /** of the accounts whose weight changes; null: of nobody */
  inviterOf: (accountId: number) => number | null
  /** whether anybody was bound to the account before */
  hadMembers: (accountId: number) => boolean
  /** weights of accounts that are bound by the steps, and of those who get their first member */
  weights: readonly { accountId: number; poolId: number | null; weight: bigint }[]
  accumulators: readonly StoredAccumulator[]
}

/** Brings the points up to a moment not before `at`; those of earlier epochs are dropped. */
function advance(accumulator: Accumulator, to: number, duration: number): void {
  const { at, points } = accumulator
  const start = to - (to % duration)
  accumulator.points =
    at < start
      ? pointsRate(accumulator) * BigInt(to - start)
      : points + pointsRate(accumulator) * BigInt(to - at)
  accumulator.at = to
}

/** @param steps in the order in which they happened @returns the accumulators that changed */
export function applySteps(before: Before, steps: readonly Step[]): StoredAccumulator[] {
  const { duration, programsOf } = before
  const accumulators = new Map<string, StoredAccumulator>()
  for (const stored of before.accumulators)
    accumulators.set(`${stored.accountId}:${stored.programKey}`, { ...stored })
  const isStored = new Set(accumulators.keys())
  const changed = new Set<StoredAccumulator>()
  const bindings = steps.filter((step) => 'inviterId' in step)
  const inviters = new Map(bindings.map(({ accountId }) => [accountId, null as number | null]))
  const firstTime = new Set(
    bindings.map(({ inviterId }) => inviterId).filter((inviterId) => !before.hadMembers(inviterId)),
  )
  const memberless = new Set(firstTime)
  /** weights by program of accounts that are being bound */
  const weights = new Map<number, Map<string, bigint>>(
    bindings.map(({ accountId }) => [accountId, new Map()]),
  )
  const accumulatorOf = (accountId: number, programKey: string, at: number): StoredAccumulator => {
    const key = `${accountId}:${programKey}`
    let found = accumulators.get(key)
    if (!found)
      accumulators.set(key, (found = { accountId, programKey, members: 0n, own: 0n, points: 0n, at }))
    return found
  }
  const add = (
    accountId: number,
    programKey: string,
    at: number,
    by: { members?: bigint; own?: bigint },
  ): void => {
    const accumulator = accumulatorOf(accountId, programKey, at)
    advance(accumulator, at, duration)
    accumulator.members += by.members ?? 0n
    accumulator.own += by.own ?? 0n
    changed.add(accumulator)
  }
  const weigh = (accountId: number, programKey: string, by: bigint): void => {
    const own = weights.get(accountId)
    if (own) own.set(programKey, (own.get(programKey) ?? 0n) + by)
  }
  for (const { accountId, poolId, weight } of before.weights)
    for (const programKey of programsOf(poolId)) {
      weigh(accountId, programKey, weight)
      // The time does not matter: without members it earns nothing, and the first member sets the time.
      if (firstTime.has(accountId)) accumulatorOf(accountId, programKey, 0).own += weight
    }

  for (const step of steps) {
    const { accountId, at } = step
    if ('inviterId' in step) {
      inviters.set(accountId, step.inviterId)
      // An inviter's rows begin with its first member, wherever the batch began: the tables must not depend on the ranges.
      if (memberless.delete(step.inviterId))
        for (const programKey of before.programs) add(step.inviterId, programKey, at, {})
      for (const [programKey, weight] of weights.get(accountId)!)
        if (weight > 0n) add(step.inviterId, programKey, at, { members: weight })
      continue
    }
    const by = step.after - step.before
    const inviter = inviters.has(accountId) ? inviters.get(accountId)! : before.inviterOf(accountId)
    const invites = firstTime.has(accountId) || before.hadMembers(accountId)
    for (const programKey of programsOf(step.poolId)) {
      weigh(accountId, programKey, by)
      if (inviter !== null) add(inviter, programKey, at, { members: by })
      if (invites) add(accountId, programKey, at, { own: by })
    }
  }
  return [...changed].filter(
    (row) =>
      row.members > 0n ||
      row.own > 0n ||
      row.points > 0n ||
      isStored.has(`${row.accountId}:${row.programKey}`),
  )
}
