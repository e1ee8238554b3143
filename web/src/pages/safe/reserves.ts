/** Each contract's holdings beside its debts, without React. Amounts are wei. */
import type { TokenSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import {
  add,
  coverOf,
  debtOf,
  NOTHING,
  type Cover,
  type PoolDebt,
  type Range,
} from '../../core/chain/poolDebts.ts'
import { OWN_TOKENS, type Holder, type Safety } from './readings.ts'

export type Reserve = {
  holder: Holder
  token: TokenSymbol
  held: bigint | null
  principal: Range
  /** granted to or funded for accounts, and not paid out */
  rewards: bigint
  /** not earned by any account yet */
  future: bigint
  /** whether the contract's views add up to its whole debt; StakingPools keeps no total of unclaimed rewards */
  whole: boolean
  cover: Cover
  pools: PoolDebt[]
}

/** Each contract's reserve of each token that it owes, in the order on the page. */
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
  return {
    ...filled,
    held,
    cover: coverOf(held, { principal: filled.principal, rest: filled.rewards + filled.future }, complete),
  }
}

function poolReserve(safety: Safety, token: TokenSymbol, address: HexString): Reserve[] {
  const { pools, poolCount, time } = safety
  const read = pools.flatMap(({ facts }) => (facts === null ? [] : [facts]))
  const debts = read.flatMap((pool) => debtOf(pool, address, time) ?? [])
  // The tokens that an unread pool owes are unknown.
  const complete = poolCount === pools.length && read.length === pools.length
  if (debts.length === 0 && (complete || !(OWN_TOKENS as readonly string[]).includes(token))) return []
  return [
    reserve(
      safety,
      {
        holder: 'StakingPools',
        token,
        pools: debts,
        whole: false,
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
        holder: 'ZnVault',
        token,
        future: vault.unvested + vault.undistributed,
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
        holder: 'RewardVouchers',
        token,
        rewards: own.reduce((sum, { vested, paid }) => sum + vested - paid, 0n),
        future: own.reduce((sum, { funded, vested }) => sum + funded - vested, 0n),
      },
      true,
    ),
  ]
}
