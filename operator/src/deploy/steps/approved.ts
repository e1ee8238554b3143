/** Calls that take tokens from the deployer: first an exact allowance, then the call. */
import { erc20Abi, type PublicClient } from 'viem'
import type { TokenSymbol } from '@galx/protocol/products'
import type { PlanContext } from '../planContext.ts'
import { isDone, type CallStep } from '../steps.ts'

type Taken = { token: TokenSymbol; amount: bigint }

/** @returns the allowances `taking` needs, then `taking` itself */
export function withAllowances(
  { deployer, book }: PlanContext,
  taking: CallStep,
  taken: readonly Taken[],
): CallStep[] {
  const approvals = taken.map(({ token, amount }): CallStep => {
    const contract = { address: book.tokens[token], abi: erc20Abi } as const
    const spender = taking.call.address
    return {
      kind: 'call',
      what: `${taking.what}: ${token} allowance`,
      call: { ...contract, functionName: 'approve', args: [spender, amount] },
      isDone: async (reader: PublicClient) =>
        (await reader.readContract({ ...contract, functionName: 'allowance', args: [deployer, spender] })) >=
          amount || (await isDone(taking, reader)),
    }
  })
  return [...approvals, taking]
}
