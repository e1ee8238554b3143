/** Fills the embedded chain's faucet with the plan's parcels. */
import { erc20Abi } from 'viem'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'

export function faucetSteps({ configuration, book }: PlanContext): CallStep[] {
  const { faucet } = configuration
  const address = book.contracts.DemoFaucet
  if (!faucet || !address) return []
  return TOKEN_SYMBOLS.map((symbol) => {
    const contract = { address: book.tokens[symbol], abi: erc20Abi } as const
    const amount = faucet.parcel[symbol] * faucet.parcels
    return {
      kind: 'call',
      what: `DemoFaucet filled with ${symbol}`,
      call: { ...contract, functionName: 'transfer', args: [address, amount] },
      spends: [{ token: symbol, amount }],
      isDone: async (reader) =>
        (await reader.readContract({ ...contract, functionName: 'balanceOf', args: [address] })) > 0n,
    }
  })
}
