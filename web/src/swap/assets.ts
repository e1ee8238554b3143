/** The assets that can be swapped: the tokens, the native coin, and the wrapped coin. */
import { SWAP_SYMBOLS, type PoolKey, type SwapSymbol } from '@galx/protocol/products'
import type { BalanceKey } from '../core/chain/chainStore.ts'

export type Asset = SwapSymbol | 'BNB'

/** In the order of the token list. */
export const ASSETS: readonly Asset[] = [...SWAP_SYMBOLS.slice(0, -1), 'BNB', 'WBNB']

/** The token that stands for the asset in the exchange's pairs. */
export function swapSymbolOf(asset: Asset): SwapSymbol {
  return asset === 'BNB' ? 'WBNB' : asset
}

export function balanceKeyOf(asset: Asset): BalanceKey {
  return asset === 'BNB' ? 'native' : asset
}

/** Wei of the native coin that stay in the account when "all" of it is paid, for the network fee. */
const KEPT_FOR_FEES = 2n * 10n ** 15n

/** The greatest part of a balance that can be paid. */
export function payable(asset: Asset, balance: bigint): bigint {
  if (asset !== 'BNB') return balance
  return balance > KEPT_FOR_FEES ? balance - KEPT_FOR_FEES : 0n
}

/** The pool whose colour a price line has. */
export function poolOf(symbol: SwapSymbol): PoolKey {
  const pools: Partial<Record<SwapSymbol, PoolKey>> = { AAA: 'aaa', MCM: 'mcm', BTCB: 'btc' }
  return pools[symbol] ?? 'galx'
}
