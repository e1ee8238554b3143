/** The exchange's intents: a swap with its promise, wrapping, unwrapping. */
import type { HexString } from '@galx/protocol/webConfig'
import { chainNow } from '../core/chain/chainNow.ts'
import { useChainStore } from '../core/chain/chainStore.ts'
import { currentConfig } from '../core/config/configStore.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { ProblemError } from '../core/transactions/problem.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { shownCost } from '../staking/format.ts'
import { swapSymbolOf } from './assets.ts'
import { assetText, costText } from './format.ts'
import { simulateSwap, type SwapCall } from './simulateSwap.ts'
import { promisedBy, swapCall, type SwapPreview } from './swapModel.ts'

/** @throws Error while no block has been read: the deadline follows the chain's clock */
export function swapCallOf(preview: SwapPreview, account: HexString): SwapCall {
  const { head } = useChainStore.getState()
  if (head === null) throw new Error('no block was read yet')
  const now = Math.ceil(chainNow(head, performance.now()))
  return swapCall(preview, promisedBy(preview), account, BigInt(now + preview.settings.minutes * 60))
}

export function swapIntent(preview: SwapPreview): Intent {
  const { from, to, quote, block } = preview
  return {
    describe: () => ({
      name: 'swap',
      values: [costText(quote.amountIn, from), assetText(quote.amountOut, to)],
    }),
    prepare: async (account) => {
      const config = currentConfig()
      const call = swapCallOf(preview, account)
      const simulation = await simulateSwap(account, call, config)
      if (simulation.kind === 'reverted') throw new ProblemError(simulation.problem)
      if (simulation.kind === 'received' && simulation.amount < call.amountOutMin)
        throw new ProblemError({
          code: 'priceMoved',
          token: to,
          least: call.amountOutMin.toString(),
          now: simulation.amount.toString(),
        })
      return {
        call,
        spends: call.native === 'in' ? [] : [{ token: swapSymbolOf(from), amount: quote.amountIn }],
        facts: {
          quoted: quote.amountOut.toString(),
          quotedAt: block.toString(),
          ...(simulation.kind === 'received' && { simulated: simulation.amount.toString() }),
        },
      }
    },
  }
}

export function wrapIntent(name: 'wrap' | 'unwrap', amount: bigint): Intent {
  return {
    describe: () => ({ name, values: [amountText(shownCost(amount))] }),
    prepare: () => ({
      call: { name, amount },
      // Unwrapping burns the account's own coins: no allowance.
      spends: [],
    }),
  }
}
