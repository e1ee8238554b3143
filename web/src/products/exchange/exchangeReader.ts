import { aaaAbi } from '@galx/protocol/abi/AAA'
import { pairFeeFrom, PROBE_AMOUNT, PROBE_RESERVE, type PairState } from '@galx/protocol/exchange'
import { swapPairAbi, swapRouterAbi } from '@galx/protocol/exchangeAbi'
import type { ReadContext } from '../../core/chain/chainRead.ts'
import { tokenOf } from '../../core/chain/tokens.ts'
import type { ExchangeState } from './exchangeRead.ts'

/** @throws where a fee cannot be read: without it no quote would be true */
export async function readExchange(context: ReadContext): Promise<ExchangeState> {
  const { config, read } = context
  const aaa = config.tokens.AAA.address
  const [pairs, feeRate, swapPair, probe] = await Promise.all([
    Promise.all(config.pairs.map((_, index) => readPair(context, index))),
    read(aaa, aaaAbi, 'feeRate', []),
    read(aaa, aaaAbi, 'swapPair', []),
    read(config.contracts.SwapRouter, swapRouterAbi, 'getAmountOut', [
      PROBE_AMOUNT,
      PROBE_RESERVE,
      PROBE_RESERVE,
    ]),
  ])
  return {
    pairs: pairs.filter((pair) => pair !== null),
    terms: {
      pairFeeBps: pairFeeFrom(probe),
      transferFee: { token: 'AAA', pair: swapPair.toLowerCase(), feeBps: BigInt(feeRate) },
    },
  }
}

async function readPair({ config, read }: ReadContext, index: number): Promise<PairState | null> {
  const pair = config.pairs[index]
  if (pair === undefined) return null
  const { address, base, quote } = pair
  try {
    const [reserve0, reserve1] = await read(address, swapPairAbi, 'getReserves', [])
    // A pair's first token is the one with the lower address.
    const baseFirst = BigInt(tokenOf(config, base).address) < BigInt(tokenOf(config, quote).address)
    const [baseReserve, quoteReserve] = baseFirst ? [reserve0, reserve1] : [reserve1, reserve0]
    return { address, base, quote, baseReserve, quoteReserve }
  } catch {
    return null
  }
}
