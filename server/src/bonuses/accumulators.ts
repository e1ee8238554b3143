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
/** `account`: whatever the caller tells accounts apart by. */
export type AccountAccumulator<Account> = Accumulator & { account: Account; programKey: string }

/** `poolId` null: the vault's shares. */
type WeightStep<Account> = {
  account: Account
  poolId: number | null
  at: number
  before: bigint
  after: bigint
}
/** The weight of `account` counts for `inviter` from now on. */
export type BindingStep<Account> = { account: Account; inviter: Account; at: number }
export type Step<Account> = WeightStep<Account> | BindingStep<Account>

/** The stored state before the steps. */
export type Before<Account> = {
  /** seconds of an epoch */
  duration: number
  /** those among the steps */
  bindings: readonly BindingStep<Account>[]
  /** those that pay by members */
  programs: readonly string[]
  /** of these, those that count a pool, or the vault (null) */
  programsOf: (poolId: number | null) => readonly string[]
  /** of the accounts whose weight changes; null: of nobody */
  inviterOf: (account: Account) => Account | null
  /** whether anybody was bound to the account before */
  hadMembers: (account: Account) => boolean
  /** weights of accounts that are bound by the steps, and of those who get their first member */
  weights: readonly { account: Account; poolId: number | null; weight: bigint }[]
  accumulators: readonly AccountAccumulator<Account>[]
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

/** @param steps in the order in which they happened, gone through once @returns the accumulators that changed */
export function applySteps<Account>(
  before: Before<Account>,
  steps: Iterable<Step<Account>>,
): AccountAccumulator<Account>[] {
  const { duration, programsOf, bindings } = before
  const accumulators = new Map<Account, Map<string, AccountAccumulator<Account>>>()
  const isStored = new Set<AccountAccumulator<Account>>()
  const changed = new Set<AccountAccumulator<Account>>()
  const inviters = new Map(bindings.map(({ account }) => [account, null as Account | null]))
  const firstTime = new Set(
    bindings.map(({ inviter }) => inviter).filter((inviter) => !before.hadMembers(inviter)),
  )
  const memberless = new Set(firstTime)
  /** weights by program of accounts that are being bound */
  const weights = new Map<Account, Map<string, bigint>>(bindings.map(({ account }) => [account, new Map()]))
  const programsIn = (account: Account): Map<string, AccountAccumulator<Account>> => {
    let found = accumulators.get(account)
    if (!found) accumulators.set(account, (found = new Map()))
    return found
  }
  const accumulatorOf = (account: Account, programKey: string, at: number): AccountAccumulator<Account> => {
    const programs = programsIn(account)
    let found = programs.get(programKey)
    if (!found)
      programs.set(programKey, (found = { account, programKey, members: 0n, own: 0n, points: 0n, at }))
    return found
  }
  const add = (
    account: Account,
    programKey: string,
    at: number,
    by: { members?: bigint; own?: bigint },
  ): void => {
    const accumulator = accumulatorOf(account, programKey, at)
    advance(accumulator, at, duration)
    accumulator.members += by.members ?? 0n
    accumulator.own += by.own ?? 0n
    changed.add(accumulator)
  }
  const weigh = (account: Account, programKey: string, by: bigint): void => {
    const own = weights.get(account)
    if (own) own.set(programKey, (own.get(programKey) ?? 0n) + by)
  }
  for (const stored of before.accumulators) {
    const accumulator = { ...stored }
    programsIn(stored.account).set(stored.programKey, accumulator)
    isStored.add(accumulator)
  }
  for (const { account, poolId, weight } of before.weights)
    for (const programKey of programsOf(poolId)) {
      weigh(account, programKey, weight)
      // The time does not matter: without members it earns nothing, and the first member sets the time.
      if (firstTime.has(account)) accumulatorOf(account, programKey, 0).own += weight
    }

  for (const step of steps) {
    const { account, at } = step
    if ('inviter' in step) {
      inviters.set(account, step.inviter)
      // An inviter's rows begin with its first member, wherever the batch began: the tables must not depend on the ranges.
      if (memberless.delete(step.inviter))
        for (const programKey of before.programs) add(step.inviter, programKey, at, {})
      for (const [programKey, weight] of weights.get(account)!)
        if (weight > 0n) add(step.inviter, programKey, at, { members: weight })
      continue
    }
    const by = step.after - step.before
    const inviter = inviters.has(account) ? inviters.get(account)! : before.inviterOf(account)
    const invites = firstTime.has(account) || before.hadMembers(account)
    for (const programKey of programsOf(step.poolId)) {
      weigh(account, programKey, by)
      if (inviter !== null) add(inviter, programKey, at, { members: by })
      if (invites) add(account, programKey, at, { own: by })
    }
  }
  return [...changed].filter(
    (row) => row.members > 0n || row.own > 0n || row.points > 0n || isStored.has(row),
  )
}
