/**
 * The first ruleset: its hash goes into EpochLog before EpochLog is handed to the timelock, so that every deployment has a ruleset. The
 * timelock announces later rulesets.
 */
import type { PublicClient } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { PoolKey, ProgramKey } from '@galx/protocol/products'
import { programSources, rulesetHash, type Ruleset } from '@galx/protocol/rulesets'
import { DeploymentError } from '../deploymentError.ts'
import type { PlanContext } from '../planContext.ts'
import type { ContractCall } from '../session.ts'
import type { CallStep } from '../steps.ts'
import { epochFrom, startOfPrograms } from './programs.ts'

export function rulesetStep(context: PlanContext): CallStep {
  const { epochDuration } = context.configuration
  const log = contractOf(context)
  const add = (ruleset: Ruleset): ContractCall => ({
    ...log,
    functionName: 'addRuleset',
    args: [rulesetHash(ruleset), ruleset.firstEpoch],
  })
  const planned = epochFrom(startOfPrograms(context), epochDuration) / BigInt(epochDuration)
  return {
    kind: 'call',
    what: 'ruleset 1 of the bonus programs',
    call: add(firstRuleset(context, planned)),
    // An earlier run may have created the programs, which set the first epoch.
    readCall: async (reader) => add(await readFirstRuleset(reader, context)),
    isDone: async (reader) => {
      if ((await reader.readContract({ ...log, functionName: 'rulesetCount' })) === 0n) return false
      const { hash } = await reader.readContract({ ...log, functionName: 'rulesetAt', args: [0n] })
      const wanted = rulesetHash(await readFirstRuleset(reader, context))
      if (hash === wanted) return true
      throw new DeploymentError(
        `ruleset 1: an earlier run added another ruleset (hash ${hash}, not ${wanted}); a changed plan needs another salt`,
      )
    },
  }
}

/** @returns the plan's ruleset. It begins with EpochLog's first epoch or, while EpochLog has no ruleset, with the first program's first epoch */
export async function readFirstRuleset(reader: PublicClient, context: PlanContext): Promise<Ruleset> {
  const log = contractOf(context)
  if ((await reader.readContract({ ...log, functionName: 'rulesetCount' })) > 0n)
    return firstRuleset(context, await reader.readContract({ ...log, functionName: 'firstEpoch' }))
  const programs = await reader.readContract({
    address: context.book.contracts.RewardVouchers,
    abi: rewardVouchersAbi,
    functionName: 'programs',
  })
  const [earliest] = programs.map(({ start }) => start).sort(order)
  return firstRuleset(context, earliest! / BigInt(context.configuration.epochDuration))
}

function contractOf({ book }: PlanContext) {
  return { address: book.contracts.EpochLog, abi: epochLogAbi } as const
}

function firstRuleset({ configuration, book }: PlanContext, firstEpoch: bigint): Ruleset {
  const { power, vaultCoefficient, qualifying, ladder } = configuration.ruleset
  const byPool = (entries: Partial<Record<PoolKey, bigint>>) =>
    (Object.entries(entries) as [PoolKey, bigint][])
      .flatMap(([key, value]) => (book.pools[key] === undefined ? [] : [{ pool: book.pools[key], value }]))
      .sort((one, other) => order(one.pool, other.pool))
  return {
    number: 1,
    firstEpoch,
    programs: (Object.entries(book.programs) as [ProgramKey, bigint][]).map(([key, id]) => {
      const { rule, pools, vault } = programSources(key)
      const ids = pools.flatMap((pool) => (book.pools[pool] === undefined ? [] : [book.pools[pool]]))
      return { key, id, rule, pools: ids.sort(order), vault }
    }),
    power: byPool(power).map(({ pool, value }) => ({ pool, coefficient: value })),
    vaultCoefficient,
    qualifying: byPool(qualifying).map(({ pool, value }) => ({ pool, amount: value })),
    ladder,
  }
}

function order(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
