/**
 * The earnings of inviters in the programs by members, computed from events. Pure.
 *
 * Between two changes an inviter's rate is constant. One row is therefore enough: the two sums, the points so far, and the time since which the
 * rate holds. The points belong to the epoch of the last change. An epoch is closed before any later event is applied. The close computes the
 * points of a row without changes in the epoch from the row itself.
 */
import { pointsRate } from '../../ledger/rules.ts'

/** wei, wei, wei * seconds, unix seconds */
type Accumulator = { members: bigint; own: bigint; points: bigint; at: number }
/** `account`: any key that distinguishes the accounts */
export type AccountAccumulator<Account> = Accumulator & { account: Account; programKey: string }

/** `poolId` null: shares of the vault */
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

/** The stored state before the steps */
export type Before<Account> = {
  /** seconds of an epoch */
  duration: number
  /** the bindings among the steps */
  bindings: readonly BindingStep<Account>[]
  /** the programs by members */
  programs: readonly string[]
  /** which of `programs` count a pool, or the vault (null) */
  programsOf: (poolId: number | null) => readonly string[]
  /** the inviter of an account whose weight changes; null: none */
  inviterOf: (account: Account) => Account | null
  /** whether anybody was bound to the account before */
  hadMembers: (account: Account) => boolean
  /** weights of accounts that the steps bind, and of accounts that get their first member */
  weights: readonly { account: Account; poolId: number | null; weight: bigint }[]
  accumulators: readonly AccountAccumulator<Account>[]
}

/** Adds the points up to `to`, which is not before `at`. Drops the points of earlier epochs. */
function advance(accumulator: Accumulator, to: number, duration: number): void {
  const { at, points } = accumulator
  const start = to - (to % duration)
  accumulator.points =
    at < start
      ? pointsRate(accumulator) * BigInt(to - start)
      : points + pointsRate(accumulator) * BigInt(to - at)
  accumulator.at = to
}

/** @param steps the steps in the order in which they happened; read once @returns the accumulators that changed */
export function applySteps<Account>(
  before: Before<Account>,
  steps: Iterable<Step<Account>>,
): AccountAccumulator<Account>[] {
  const accumulators = new Accumulators(before)
  for (const step of steps) accumulators.take(step)
  return accumulators.changed()
}

/** The stored accumulators and the changes by the steps. A class, because V8 would compile closures again for each batch. */
class Accumulators<Account> {
  readonly #before: Before<Account>
  readonly #byAccount = new Map<Account, Map<string, AccountAccumulator<Account>>>()
  readonly #stored = new Set<AccountAccumulator<Account>>()
  readonly #changed = new Set<AccountAccumulator<Account>>()
  /** the inviters of accounts that the steps bind; null before the binding */
  readonly #inviters: Map<Account, Account | null>
  /** accounts that get their first member by the steps */
  readonly #firstTime: ReadonlySet<Account>
  /** accounts of `#firstTime` that have no member yet */
  readonly #memberless: Set<Account>
  /** weights by program of accounts that the steps bind */
  readonly #weights: Map<Account, Map<string, bigint>>

  constructor(before: Before<Account>) {
    const { bindings } = before
    this.#before = before
    this.#inviters = new Map(bindings.map(({ account }) => [account, null]))
    this.#firstTime = new Set(
      bindings.map(({ inviter }) => inviter).filter((inviter) => !before.hadMembers(inviter)),
    )
    this.#memberless = new Set(this.#firstTime)
    this.#weights = new Map(bindings.map(({ account }) => [account, new Map()]))
    for (const stored of before.accumulators) this.#store({ ...stored })
    for (const { account, poolId, weight } of before.weights)
      for (const programKey of before.programsOf(poolId)) {
        this.#weigh(account, programKey, weight)
        // The time does not matter: without members the row earns nothing, and the first member sets the time.
        if (this.#firstTime.has(account)) this.#accumulatorOf(account, programKey, 0).own += weight
      }
  }

  take(step: Step<Account>): void {
    if ('inviter' in step) this.#bind(step)
    else this.#reweigh(step)
  }

  changed(): AccountAccumulator<Account>[] {
    return [...this.#changed].filter(
      (row) => row.members > 0n || row.own > 0n || row.points > 0n || this.#stored.has(row),
    )
  }

  #bind({ account, inviter, at }: BindingStep<Account>): void {
    this.#inviters.set(account, inviter)
    // An inviter's rows begin with its first member, wherever the batch begins, because the tables must not depend on the ranges.
    if (this.#memberless.delete(inviter))
      for (const programKey of this.#before.programs) this.#add(inviter, programKey, at, 0n, 0n)
    for (const [programKey, weight] of this.#weights.get(account)!)
      if (weight > 0n) this.#add(inviter, programKey, at, weight, 0n)
  }

  #reweigh({ account, poolId, at, before, after }: WeightStep<Account>): void {
    const by = after - before
    const bound = this.#inviters.get(account)
    const inviter = bound === undefined ? this.#before.inviterOf(account) : bound
    const invites = this.#firstTime.has(account) || this.#before.hadMembers(account)
    for (const programKey of this.#before.programsOf(poolId)) {
      this.#weigh(account, programKey, by)
      if (inviter !== null) this.#add(inviter, programKey, at, by, 0n)
      if (invites) this.#add(account, programKey, at, 0n, by)
    }
  }

  #store(accumulator: AccountAccumulator<Account>): void {
    this.#programsIn(accumulator.account).set(accumulator.programKey, accumulator)
    this.#stored.add(accumulator)
  }

  #weigh(account: Account, programKey: string, by: bigint): void {
    const own = this.#weights.get(account)
    if (own) own.set(programKey, (own.get(programKey) ?? 0n) + by)
  }

  #add(account: Account, programKey: string, at: number, members: bigint, own: bigint): void {
    const accumulator = this.#accumulatorOf(account, programKey, at)
    advance(accumulator, at, this.#before.duration)
    accumulator.members += members
    accumulator.own += own
    this.#changed.add(accumulator)
  }

  #accumulatorOf(account: Account, programKey: string, at: number): AccountAccumulator<Account> {
    const programs = this.#programsIn(account)
    let found = programs.get(programKey)
    if (!found)
      programs.set(programKey, (found = { account, programKey, members: 0n, own: 0n, points: 0n, at }))
    return found
  }

  #programsIn(account: Account): Map<string, AccountAccumulator<Account>> {
    let found = this.#byAccount.get(account)
    if (!found) this.#byAccount.set(account, (found = new Map()))
    return found
  }
}
