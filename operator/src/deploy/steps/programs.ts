/** The bonus programs: numbered in the plan's order, funded once. */
import { isAddressEqual, type PublicClient } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { ProgramKey } from '@galx/protocol/products'
import { DeploymentError } from '../deploymentError.ts'
import type { PlanContext } from '../planContext.ts'
import type { CallStep } from '../steps.ts'
import { withAllowances } from './approved.ts'

export function programSteps(context: PlanContext): CallStep[] {
  const { configuration, book } = context
  const { programsStart } = configuration
  const contract = { address: book.contracts.RewardVouchers, abi: rewardVouchersAbi } as const
  const start = startOfPrograms(context)
  const programs = Object.entries(book.programs) as [ProgramKey, bigint][]
  /**
   * @returns the program's state on the chain; undefined while no program has this number (the contract then reverts)
   * @throws DeploymentError if the program has other terms: after the handover only the timelock could correct them
   */
  const read = async (reader: PublicClient, key: ProgramKey, index: number) => {
    const count = await reader.readContract({ ...contract, functionName: 'programCount' })
    if (count <= BigInt(index)) return undefined
    const id = await reader.readContract({ ...contract, functionName: 'programAt', args: [BigInt(index)] })
    const found = await reader.readContract({ ...contract, functionName: 'program', args: [id] })
    const { token, budgetPerEpoch } = configuration.programs[key]!
    const wrong: string[] = []
    if (!isAddressEqual(found.token, book.tokens[token])) wrong.push(`token ${found.token}`)
    if (found.budgetPerEpoch !== budgetPerEpoch) wrong.push(`${found.budgetPerEpoch} wei an epoch`)
    // If the plan starts the program at the deployment, the start of an earlier run is also valid.
    if (programsStart !== 'deployment' && found.start !== epochFrom(start, configuration.epochDuration))
      wrong.push(`start ${found.start}`)
    if (wrong.length === 0) return found
    throw new DeploymentError(
      `program ${key}: an earlier run made program number ${index} on other terms (${wrong.join(', ')}); a changed plan needs another salt`,
    )
  }
  const made = programs.map(([key], index): CallStep => {
    const { token, budgetPerEpoch } = configuration.programs[key]!
    return {
      kind: 'call',
      what: `program ${key}`,
      call: { ...contract, functionName: 'createProgram', args: [book.tokens[token], budgetPerEpoch, start] },
      isDone: async (reader) => (await read(reader, key, index)) !== undefined,
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
        const found = await read(reader, key, index)
        return found !== undefined && found.funded >= funding
      },
    }
    return withAllowances(context, fund, taken)
  })
  return [...made, ...funded]
}

/** @returns unix seconds after the last block before the deployment, so that no epoch counts an earlier block */
export function startOfPrograms({ configuration, now }: PlanContext): bigint {
  const { programsStart } = configuration
  return programsStart === 'deployment' ? now + 1n : BigInt(programsStart)
}

/** The contract rounds a start up to an epoch boundary. */
export function epochFrom(start: bigint, epochDuration: number): bigint {
  const epoch = BigInt(epochDuration)
  return ((start + epoch - 1n) / epoch) * epoch
}
