/** GALX and MCM are minted once. The remaining tokens go to the treasury at the end. */
import { erc20Abi } from 'viem'
import { galxAbi } from '@galx/protocol/abi/GALX'
import type { TokenSymbol } from '@galx/protocol/products'
import { STAND_IN_SUPPLY } from '../addressBook.ts'
import type { PlanContext } from '../planContext.ts'
import type { CallStep, Step } from '../steps.ts'
import { DeploymentError } from '../deploymentError.ts'

export function mintSteps({ configuration, deployer, book }: PlanContext): CallStep[] {
  return (['GALX', 'MCM'] as const).map((symbol) => {
    const { minted } = configuration[symbol === 'GALX' ? 'galx' : 'mcm']
    const contract = { address: book.tokens[symbol], abi: galxAbi } as const
    return {
      kind: 'call',
      what: `${symbol} minted`,
      call: { ...contract, functionName: 'mint', args: [deployer, minted] },
      isDone: async (reader) =>
        (await reader.readContract({ ...contract, functionName: 'totalSupply' })) > 0n,
    }
  })
}

/**
 * @param steps all earlier steps
 * @throws DeploymentError if they spend more than the supply
 */
export function restSteps(
  { configuration, deployer, book }: PlanContext,
  steps: readonly Step[],
): CallStep[] {
  const { treasury, aaa, galx, mcm, standIns } = configuration
  const made: Partial<Record<TokenSymbol, bigint>> = { AAA: aaa.supply, GALX: galx.minted, MCM: mcm.minted }
  // In a rehearsal the treasury needs USDT and BTCB for liquidity. On the embedded chain the deployer gives them away.
  if (standIns)
    for (const symbol of ['USDT', 'BTCB'] as const)
      if (book.creations.some(({ name }) => name === symbol)) made[symbol] = STAND_IN_SUPPLY[symbol]
  return (Object.entries(made) as [TokenSymbol, bigint][]).flatMap(([symbol, supply]) => {
    const spent = spending(steps, symbol)
    if (spent > supply)
      throw new DeploymentError(`the plan spends ${spent} wei of ${symbol} and makes only ${supply}`)
    const rest = supply - spent
    if (rest === 0n || treasury.toLowerCase() === deployer.toLowerCase()) return []
    const contract = { address: book.tokens[symbol], abi: erc20Abi } as const
    return [
      {
        kind: 'call' as const,
        what: `${symbol} rest to the treasury`,
        call: { ...contract, functionName: 'transfer', args: [treasury, rest] },
        isDone: async (reader) =>
          (await reader.readContract({ ...contract, functionName: 'balanceOf', args: [deployer] })) < rest,
      },
    ]
  })
}

/** @returns wei of `symbol` that the steps take from the deployer */
export function spending(steps: readonly Step[], symbol: TokenSymbol): bigint {
  return steps.reduce((sum, step) => {
    const taken = step.kind === 'call' ? (step.spends ?? []) : []
    return taken.reduce((total, { token, amount }) => (token === symbol ? total + amount : total), sum)
  }, 0n)
}
