/** The pairs of the exchange, and the liquidity that the plan adds. The shares belong to the treasury. */
import { maxUint256 } from 'viem'
import { pairAddress, swapTokenAddress } from '../addressBook.ts'
import { factoryAbi, pairAbi, routerAbi } from '../exchangeAbi.ts'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'

/** The greatest accepted price difference of a pair that another account opened, basis points. */
const SLIPPAGE = 100n

export function exchangeSteps(context: PlanContext): CallStep[] {
  const { configuration, book } = context
  const { contracts } = book
  const factory = { address: contracts.SwapFactory, abi: factoryAbi } as const
  return configuration.pairs.flatMap(({ base, quote, liquidity }) => {
    const name = `pair ${base}/${quote}`
    const [baseToken, quoteToken] = [swapTokenAddress(book, base), swapTokenAddress(book, quote)]
    const address = pairAddress(book, baseToken, quoteToken)
    const create: CallStep = {
      kind: 'call',
      what: name,
      call: { ...factory, functionName: 'createPair', args: [baseToken, quoteToken] },
      isDone: async (reader) => Boolean(await reader.getCode({ address })),
    }
    if (!liquidity) return [create]
    const atLeast = (amount: bigint) => amount - (amount * SLIPPAGE) / 10_000n
    const taken = [
      ...(base === 'WBNB' ? [] : [{ token: base, amount: liquidity.base }]),
      { token: quote, amount: liquidity.quote },
    ]
    const add: CallStep = {
      kind: 'call',
      what: `${name} liquidity`,
      call: {
        address: contracts.SwapRouter,
        abi: routerAbi,
        ...(base === 'WBNB'
          ? {
              functionName: 'addLiquidityETH',
              value: liquidity.base,
              args: [
                quoteToken,
                liquidity.quote,
                atLeast(liquidity.quote),
                atLeast(liquidity.base),
                configuration.treasury,
                maxUint256,
              ],
            }
          : {
              functionName: 'addLiquidity',
              args: [
                baseToken,
                quoteToken,
                liquidity.base,
                liquidity.quote,
                atLeast(liquidity.base),
                atLeast(liquidity.quote),
                configuration.treasury,
                maxUint256,
              ],
            }),
      },
      spends: taken,
      // Anyone can open a pair or send dust to the treasury, so the pair must have at least half of the value of the plan's amounts.
      isDone: async (reader) => {
        if (!(await reader.getCode({ address }))) return false
        const shares = await reader.readContract({
          address,
          abi: pairAbi,
          functionName: 'balanceOf',
          args: [configuration.treasury],
        })
        return shares * shares * 4n >= liquidity.base * liquidity.quote
      },
    }
    return [create, ...withAllowances(context, add, taken)]
  })
}
