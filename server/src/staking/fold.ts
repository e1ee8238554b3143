/** Turns events in chain order into new and changed rows. No I/O: the class gets the stored state, and returns the changes. */
import type { ActivityRows, WeightChange } from '../ledger/activityRows.ts'
import type { Forest, Member } from '../ledger/forest.ts'
import { InconsistentEventsError } from '../ledger/source.ts'
import type { Accruals } from './accruals.ts'
import type { PoolEvent } from './events.ts'

export type StoredPool = { id: number; durations: readonly number[] }

/** The stored state before the events, and the lists for their common rows */
export type Before = {
  /** by the contract's pool id, including the pools that the batch creates */
  pools: ReadonlyMap<bigint, StoredPool>
  /** changed while events are applied */
  weights: readonly LastWeight[]
  accruals: Accruals
  forest: Forest
  activity: Pick<ActivityRows, 'push'>
  weightChanges: WeightChange[]
  /** unix seconds of a block of the batch */
  timeOf: (block: number) => number
}

export type OpenedPosition = {
  member: Member
  poolId: number
  position: bigint
  amount: bigint
  pairAmount: bigint
  tier: number
  unlockAt: number
  openedAt: number
  openedBlock: number
  openedTx: string
  closedAt: number | null
}
/** Withdrawn from a position that was opened before the batch; `at`: when the rest was withdrawn */
export type ReducedPosition = {
  member: Member
  poolId: number
  position: bigint
  amount: bigint
  pairAmount: bigint
  at: number
}

/** The last weight of an account in a pool. */
export type LastWeight = { member: Member; poolId: number; weight: bigint }

/** The forest collects bindings. Activity and changes of weight go to their own lists. */
export class StakingFold {
  readonly #before: Before
  readonly #opened = new Map<string, OpenedPosition>()
  readonly #reduced = new Map<string, ReducedPosition>()
  /** by pool and account, in their current state */
  readonly #weights = new Map<number, Map<Member, LastWeight>>()
  readonly #changed = new Set<LastWeight>()

  constructor(before: Before) {
    this.#before = before
    for (const weight of before.weights) this.#weightsIn(weight.poolId).set(weight.member, weight)
  }

  get opened(): OpenedPosition[] {
    return [...this.#opened.values()]
  }
  get reduced(): ReducedPosition[] {
    return [...this.#reduced.values()]
  }
  /** the weights of each account in each pool in which its weight changed */
  get weights(): LastWeight[] {
    return [...this.#changed]
  }

  #weightsIn(poolId: number): Map<Member, LastWeight> {
    let weights = this.#weights.get(poolId)
    if (weights === undefined) this.#weights.set(poolId, (weights = new Map()))
    return weights
  }

  /** @throws InconsistentEventsError for an unknown pool or tier, a position opened twice, or a withdrawal of more than the position holds */
  apply(event: PoolEvent): void {
    if (event.kind === 'pause' || event.kind === 'pool') return
    const { accruals, forest, pools, timeOf, activity } = this.#before
    const pool = pools.get(event.pool)
    if (!pool) throw new InconsistentEventsError(`block ${event.block} names the unknown pool ${event.pool}`)
    const at = timeOf(event.block)
    const poolId = pool.id
    if (event.kind === 'fund' || event.kind === 'stream') {
      accruals.setStream(poolId, event.rewardRate, event.rewardEnd, { block: event.block, at })
      return
    }
    const member = forest.member(event.account)
    if ('weight' in event) this.#setWeight(member, poolId, event, at)
    if (event.kind === 'boost') return
    const staking = event.kind === 'stake' || event.kind === 'unstake' || event.kind === 'exit'
    activity.push({
      block: event.block,
      logIndex: event.logIndex,
      member,
      contract: 'StakingPools',
      kind: event.kind,
      poolId,
      subject: null,
      position: staking ? event.position : null,
      amount: event.amount,
      pairAmount: staking ? event.pairAmount : null,
      penalty: event.kind === 'unstake' ? event.penalty : null,
      reward: event.kind === 'exit' ? event.reward : null,
      txHash: event.txHash,
      at,
    })
    if (!staking) return
    const key = `${event.position}:${poolId}:${event.account}`
    if (event.kind === 'stake') this.#open(key, member, pool, event, at)
    else this.#takeOut(key, member, poolId, event, at)
  }

  #setWeight(
    member: Member,
    poolId: number,
    { weight, block, logIndex }: { weight: bigint; block: number; logIndex: number },
    at: number,
  ): void {
    const weights = this.#weightsIn(poolId)
    let last = weights.get(member)
    if (last === undefined) weights.set(member, (last = { member, poolId, weight: 0n }))
    const earlier = last.weight
    const perWeight = this.#before.accruals.addWeight(poolId, weight - earlier, { block, at })
    if (weight !== earlier)
      this.#before.weightChanges.push({
        member,
        poolId,
        block,
        logIndex,
        at,
        before: earlier,
        weight,
        perWeight,
      })
    last.weight = weight
    this.#changed.add(last)
  }

  #open(
    key: string,
    member: Member,
    pool: StoredPool,
    event: Extract<PoolEvent, { kind: 'stake' }>,
    at: number,
  ): void {
    const duration = pool.durations[event.tier]
    if (duration === undefined || this.#opened.has(key))
      throw new InconsistentEventsError(
        `block ${event.block} opens position ${event.position} of ${event.account} ${
          duration === undefined ? `in the unknown tier ${event.tier}` : 'twice'
        }`,
      )
    this.#opened.set(key, {
      member,
      poolId: pool.id,
      position: event.position,
      amount: event.amount,
      pairAmount: event.pairAmount,
      tier: event.tier,
      unlockAt: at + duration,
      openedAt: at,
      openedBlock: event.block,
      openedTx: event.txHash,
      closedAt: null,
    })
    this.#before.forest.bind(member, event.inviter, at, event.block)
  }

  #takeOut(
    key: string,
    member: Member,
    poolId: number,
    event: Extract<PoolEvent, { kind: 'unstake' | 'exit' }>,
    at: number,
  ): void {
    const { position, amount, pairAmount } = event
    const fresh = this.#opened.get(key)
    if (fresh) {
      fresh.amount -= amount
      fresh.pairAmount -= pairAmount
      if (fresh.amount < 0n || fresh.pairAmount < 0n)
        throw new InconsistentEventsError(
          `block ${event.block} withdraws more from position ${position} of ${event.account} than it holds`,
        )
      if (fresh.amount === 0n && fresh.pairAmount === 0n) fresh.closedAt = at
      return
    }
    const earlier = this.#reduced.get(key)
    if (earlier) {
      earlier.amount += amount
      earlier.pairAmount += pairAmount
      earlier.at = at
    } else this.#reduced.set(key, { member, poolId, position, amount, pairAmount, at })
  }
}
