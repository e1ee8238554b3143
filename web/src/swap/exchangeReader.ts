import { aaaAbi } from '@galx/protocol/abi/AAA'
import { pairFeeFrom, PROBE_AMOUNT, PROBE_RESERVE } from '@galx/protocol/exchange'
import { swapRouterAbi } from '@galx/protocol/exchangeAbi'
import { multicall3Abi } from '../core/chain/abis.ts'
import type { ReadContext } from '../core/chain/chainRead.ts'
import { readPairs } from '../core/chain/pairsReader.ts'
import type { ExchangeState } from './exchangeState.ts'

/** @throws if a fee cannot be read: without the fee no quote would be right */
export async function readExchange(context: ReadContext): Promise<ExchangeState> {
  const { config, read } = context
  const aaa = config.tokens.AAA.address
  const [block, pairs, feeRate, swapPair, probe] = await Promise.all([
    read(config.contracts.Multicall3, multicall3Abi, 'getBlockNumber', []),
    readPairs(context),
    read(aaa, aaaAbi, 'feeRate', []),
    read(aaa, aaaAbi, 'swapPair', []),
    read(config.contracts.SwapRouter, swapRouterAbi, 'getAmountOut', [
      PROBE_AMOUNT,
      PROBE_RESERVE,
      PROBE_RESERVE,
    ]),
  ])
  return {
    block,
    pairs,
    terms: {
      pairFeeBps: pairFeeFrom(probe),
      transferFee: { token: 'AAA', pair: swapPair.toLowerCase(), feeBps: BigInt(feeRate) },
    },
  }
}
