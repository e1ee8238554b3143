import type { SwapSymbol } from '@galx/protocol/products'
import type { WebConfig, WebToken } from '@galx/protocol/webConfig'

/** A token's contract; the wrapped native coin takes no permits. */
export function tokenOf({ tokens, contracts }: WebConfig, symbol: SwapSymbol): WebToken {
  return symbol === 'WBNB' ? { address: contracts.WrappedNative, permit: false } : tokens[symbol]
}
