/** From a batch of events in chain order to the rows it makes and changes. Pure: what is stored comes in, changes go out. */
import type { PoolEvent } from './events.ts'
import { type Forest, type Member } from '../community/forest.ts'

/** Events that cannot follow what is stored: something is missing or wrong. The batch is fetched again, then indexing halts. */
export class InconsistentEvents extends Error {
  override name = 'InconsistentEvents'
}

export type StoredPool = { id: number; durations: readonly number[] }

/** What the batch's events refer to, as stored before it. */
export type Before = {
  /** by the contract's pool id; the fold adds the batch's own (with their rows' ids) */
  pools: ReadonlyMap<bigint, StoredPool>
  /** by `weightKey` */
  weights: ReadonlyMap<string, bigint>
  forest: Forest
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
/** Taken from a position opened before the batch; `at` is when the last of it went. */
export type ReducedPosition = {
  member: Member
  poolId: number
  position: bigint
  amount: bigint
  pairAmount: bigint
  at: number
}
export type ActivityRow = {
  block: number
  logIndex: number
  member: Member
  kind: 'stake' | 'unstake' | 'exit' | 'claim' | 'forfeit'
  poolId: number
  position: bigint | null
  amount: bigint
  pairAmount: bigint | null
  penalty: bigint | null
  reward: bigint | null
  weight: bigint | null
  txHash: string
  at: number
}

export type Outcome = {
  activity: ActivityRow[]
  opened: OpenedPosition[]
  reduced: ReducedPosition[]
  /** the last weight of each account in each pool it changed in */
  weights: { member: Member; poolId: number; weight: bigint }[]
}

export const weightKey = (address: string, poolId: number): string => `${poolId}:${address}`

/**
 * Applies account events in order; the forest collects bindings and power changes.
 * @throws InconsistentEvents for an unknown pool or tier, a position opened twice, or more taken out than was put in
 */
export const fold = (events: readonly PoolEvent[], before: Before): Outcome => {
  const { forest, pools, timeOf } = before
  const activity: ActivityRow[] = []
  const opened = new Map<string, OpenedPosition>()
  const reduced = new Map<string, ReducedPosition>()
  const weights = new Map<string, Outcome['weights'][number]>()

  const setWeight = (member: Member, poolId: number, weight: bigint): void => {
    const key = weightKey(member.address, poolId)
    const last = weights.get(key)
    forest.addPower(member, weight - (last?.weight ?? before.weights.get(key) ?? 0n))
    if (last) last.weight = weight
    else weights.set(key, { member, poolId, weight })
  }

  for (const event of events) {
    if (event.kind === 'fund' || event.kind === 'pause' || event.kind === 'pool') continue
    const pool = pools.get(event.pool)
    if (!pool) throw new InconsistentEvents(`block ${event.block} speaks of the unknown pool ${event.pool}`)
    const member = forest.member(event.account)
    const at = timeOf(event.block)
    const poolId = pool.id
    if (event.kind === 'boost') {
      setWeight(member, poolId, event.weight)
      continue
    }
    const staking = event.kind === 'stake' || event.kind === 'unstake' || event.kind === 'exit'
    activity.push({
      block: event.block,
      logIndex: event.logIndex,
      member,
      kind: event.kind,
      poolId,
      position: staking ? event.position : null,
      amount: event.amount,
      pairAmount: staking ? event.pairAmount : null,
      penalty: event.kind === 'unstake' ? event.penalty : null,
      reward: event.kind === 'exit' ? event.reward : null,
      weight: staking ? event.weight : null,
      txHash: event.txHash,
      at,
    })
    if (!staking) continue
    setWeight(member, poolId, event.weight)
    const key = `${event.position}:${weightKey(event.account, poolId)}`
    if (event.kind === 'stake') {
      const duration = pool.durations[event.tier]
      if (duration === undefined || opened.has(key))
        throw new InconsistentEvents(
          `block ${event.block} opens position ${event.position} of ${event.account} ${
            duration === undefined ? `in the unknown tier ${event.tier}` : 'twice'
          }`,
        )
      opened.set(key, {
        member,
        poolId,
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
      forest.bind(member, event.inviter, at, event.block)
    } else takeOut(key, member, poolId, event, at)
  }
  return {
    activity,
    opened: [...opened.values()],
    reduced: [...reduced.values()],
    weights: [...weights.values()],
  }

  function takeOut(
    key: string,
    member: Member,
    poolId: number,
    event: Extract<PoolEvent, { kind: 'unstake' | 'exit' }>,
    at: number,
  ): void {
    const { position, amount, pairAmount } = event
    const fresh = opened.get(key)
    if (fresh) {
      fresh.amount -= amount
      fresh.pairAmount -= pairAmount
      if (fresh.amount < 0n || fresh.pairAmount < 0n)
        throw new InconsistentEvents(
          `block ${event.block} takes more from position ${position} of ${event.account} than it holds`,
        )
      if (fresh.amount === 0n && fresh.pairAmount === 0n) fresh.closedAt = at
      return
    }
    const earlier = reduced.get(key)
    if (earlier) {
      earlier.amount += amount
      earlier.pairAmount += pairAmount
      earlier.at = at
    } else reduced.set(key, { member, poolId, position, amount, pairAmount, at })
  }
}
