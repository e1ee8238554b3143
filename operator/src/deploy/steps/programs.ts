/** The bonus programs: numbered in the plan's order, funded once. */
import type { PublicClient } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { ProgramKey } from '@galx/protocol/deployment'
import type { PlanContext } from '../plan.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'

export function programSteps(context: PlanContext): CallStep[] {
  const { configuration, book, now } = context
  const { programsStart } = configuration
  const contract = { address: book.contracts.RewardVouchers, abi: rewardVouchersAbi } as const
  const start = programsStart === 'deployment' ? now : BigInt(programsStart)
  const programs = Object.entries(book.programs) as [ProgramKey, bigint][]
  /** A program that is not made cannot be asked: the contract refuses. */
  const exists = async (reader: PublicClient, index: number) =>
    (await reader.readContract({ ...contract, functionName: 'programCount' })) > BigInt(index)
  const made = programs.map(([key], index): CallStep => {
    const { token, budgetPerEpoch } = configuration.programs[key]!
    return {
      kind: 'call',
      what: `program ${key}`,
      call: { ...contract, functionName: 'createProgram', args: [book.tokens[token], budgetPerEpoch, start] },
      isDone: (reader) => exists(reader, index),
    }
  })
  const funded = programs.flatMap(([key, id], index) => {
    const { token, funding } = configuration.programs[key]!
    if (funding === 0n) return []
    const taken = [{ token, amount: funding }]
    const fund: CallStep = {
      kind: 'call',
      what: `program ${key} funded`,
      call: { ...contract, functionName: 'fund', args: [id, funding] },
      spends: taken,
      isDone: async (reader) => {
        if (!(await exists(reader, index))) return false
        const program = await reader.readContract({
          ...contract,
          functionName: 'program',
          args: [id],
        })
        return program.funded >= funding
      },
    }
    return withAllowances(context, fund, taken)
  })
  return [...made, ...funded]
}
