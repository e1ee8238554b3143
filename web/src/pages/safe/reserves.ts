/** What each contract holds beside what it owes, without React. Amounts are wei. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { OWN_TOKENS, type Holder, type PoolFacts, type Safety } from './readings.ts'

const BPS = 10_000n
const ONE = 10n ** 18n
/** The most that a boost source can make of a weight: StakingPools takes no answer above ×2. */
const MAXIMUM_BOOST = 20_000n

/** Between the two: of positions of several terms and boosts, a pool keeps the sum of weights and not of principal. */
export type Range = { least: bigint; most: bigint }

/**
 * `covered`: holds all that could be read of what it owes. `partly`: holds the least that it can owe, and whether it
 * holds the most cannot be known from views. `short`: holds less than it owes at least. `unread`: a view gave no answer.
 */
export type Cover = 'covered' | 'partly' | 'short' | 'unread'

/** One pool's part of what StakingPools owes in one token. */
type PoolDebt = { pool: PoolKey; principal: Range; future: bigint }

export type Reserve = {
  holder: Holder
  token: TokenSymbol
  held: bigint | null
  principal: Range
  /** granted or funded for accounts, and not paid out */
  rewards: bigint
  /** what has not been earned by anybody yet */
  future: bigint
  /** whether the contract's views add up to all that it owes; StakingPools keeps no total of rewards that were earned and not claimed */
  whole: boolean
  cover: Cover
  pools: PoolDebt[]
}

/** Principal in the stake token, by the pool's weight: amount × term × boost (docs of StakingPools). Rounded outwards. */
export function principalOf({ tiers, boostSource, totalWeight }: PoolFacts): Range {
  const multipliers = tiers.map(({ multiplierBps }) => multiplierBps)
  const least = BigInt(Math.max(...multipliers)) * (boostSource === null ? BPS : MAXIMUM_BOOST)
  const most = BigInt(Math.min(...multipliers)) * BPS
  const weight = totalWeight * BPS * BPS
  return { least: weight / least, most: (weight + most - 1n) / most }
}

/** What still streams to the pool's stakers, and what is held back for the next funding. */
function futureOf({ rewardRate, rewardEnd, undistributed }: PoolFacts, time: number): bigint {
  return rewardRate * BigInt(Math.max(0, rewardEnd - time)) + undistributed
}

const NOTHING: Range = { least: 0n, most: 0n }

function add(one: Range, other: Range): Range {
  return { least: one.least + other.least, most: one.most + other.most }
}

function pairOf({ least, most }: Range, ratio: bigint): Range {
  return { least: (least * ratio) / ONE, most: (most * ratio + ONE - 1n) / ONE }
}

/** What the pool owes in the token; null where it has nothing to do with it. */
function debtOf(pool: PoolFacts, token: HexString, time: number): PoolDebt | null {
  const { key, stakeToken, pairToken, rewardToken, pairRatio } = pool
  if (![stakeToken, pairToken, rewardToken].includes(token)) return null
  const staked = principalOf(pool)
  let principal = stakeToken === token ? staked : NOTHING
  if (pairToken === token) principal = add(principal, pairOf(staked, pairRatio))
  return { pool: key, principal, future: rewardToken === token ? futureOf(pool, time) : 0n }
}

function coverOf(
  { held, principal, rewards, future }: Pick<Reserve, 'held' | 'principal' | 'rewards' | 'future'>,
  complete: boolean,
): Cover {
  if (held === null) return 'unread'
  if (held < principal.least + rewards + future) return 'short'
  if (!complete) return 'unread'
  return held < principal.most + rewards + future ? 'partly' : 'covered'
}

/** Each contract's reserve of each token that it owes, in the order in which contracts and tokens are shown. */
export function reservesOf(safety: Safety, config: WebConfig): Reserve[] {
  const symbols = Object.entries(config.tokens) as [TokenSymbol, { address: HexString }][]
  return symbols.flatMap(([token, { address }]) => [
    ...poolReserve(safety, token, address),
    ...vaultReserve(safety, token, address),
    ...passReserve(safety, token),
    ...voucherReserve(safety, token, address),
  ])
}

function reserve(
  safety: Safety,
  part: Pick<Reserve, 'holder' | 'token'> & Partial<Reserve>,
  complete: boolean,
): Reserve {
  const filled = { principal: NOTHING, rewards: 0n, future: 0n, whole: true, pools: [], ...part }
  const held = safety.held[part.holder][part.token]
  return { ...filled, held, cover: coverOf({ ...filled, held }, complete) }
}

function poolReserve(safety: Safety, token: TokenSymbol, address: HexString): Reserve[] {
  const { pools, poolCount, time } = safety
  const read = pools.flatMap(({ facts }) => (facts === null ? [] : [facts]))
  const debts = read.flatMap((pool) => debtOf(pool, address, time) ?? [])
  // Of a pool that was not read nobody knows which tokens it owes.
  const complete = poolCount === pools.length && read.length === pools.length
  if (debts.length === 0 && (complete || !(OWN_TOKENS as readonly string[]).includes(token))) return []
  return [
    reserve(
      safety,
      {
        ...{ holder: 'StakingPools', token, pools: debts, whole: false },
        principal: debts.map(({ principal }) => principal).reduce(add, NOTHING),
        future: debts.reduce((sum, { future }) => sum + future, 0n),
      },
      complete,
    ),
  ]
}

function vaultReserve(safety: Safety, token: TokenSymbol, address: HexString): Reserve[] {
  const { vault } = safety
  if (vault === null) return token === 'GALX' ? [reserve(safety, { holder: 'ZnVault', token }, false)] : []
  if (vault.asset !== address) return []
  return [
    reserve(
      safety,
      {
        ...{ holder: 'ZnVault', token, future: vault.unvested + vault.undistributed },
        principal: { least: vault.assets, most: vault.assets },
      },
      true,
    ),
  ]
}

function passReserve(safety: Safety, token: TokenSymbol): Reserve[] {
  if (token !== 'MCM') return []
  const { passes } = safety
  const owed = passes === null ? 0n : passes.bond * passes.count
  return [
    reserve(safety, { holder: 'NodePass', token, principal: { least: owed, most: owed } }, passes !== null),
  ]
}

function voucherReserve(safety: Safety, token: TokenSymbol, address: HexString): Reserve[] {
  const { programs } = safety
  if (programs === null) return [reserve(safety, { holder: 'RewardVouchers', token }, false)]
  const own = programs.filter((program) => program.token === address)
  if (own.length === 0) return []
  return [
    reserve(
      safety,
      {
        ...{ holder: 'RewardVouchers', token },
        rewards: own.reduce((sum, { vested, paid }) => sum + vested - paid, 0n),
        future: own.reduce((sum, { funded, vested }) => sum + funded - vested, 0n),
      },
      true,
    ),
  ]
}
