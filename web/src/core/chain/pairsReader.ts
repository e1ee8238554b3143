import type { PairState } from '@galx/protocol/exchange'
import { swapPairAbi } from '@galx/protocol/exchangeAbi'
import type { ReadContext, Reader } from './chainRead.ts'
import { tokenOf } from './tokens.ts'

/** The pairs that exist. Configured pairs that do not exist yet are left out. */
export const readPairs: Reader<PairState[]> = async (context) => {
  const pairs = await Promise.all(context.config.pairs.map((_, index) => readPair(context, index)))
  return pairs.filter((pair) => pair !== null)
}

async function readPair({ config, read }: ReadContext, index: number): Promise<PairState | null> {
  const pair = config.pairs[index]
  if (pair === undefined) return null
  const { address, base, quote } = pair
  try {
    const [reserve0, reserve1] = await read(address, swapPairAbi, 'getReserves', [])
    // A pair's first token is the token with the lower address.
    const baseFirst = BigInt(tokenOf(config, base).address) < BigInt(tokenOf(config, quote).address)
    const [baseReserve, quoteReserve] = baseFirst ? [reserve0, reserve1] : [reserve1, reserve0]
    return { address, base, quote, baseReserve, quoteReserve }
  } catch {
    return null
  }
}
