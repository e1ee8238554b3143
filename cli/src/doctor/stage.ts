/** The stages of a deployment from its contracts to its first holders, in the order of docs/go-live.md. */
import type { Address } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { swapPairAbi } from '@galx/protocol/exchangeAbi'
import { depositFault, weightFault } from '@galx/operator/funding/firstStake'
import type { PlanTerms } from '@galx/operator/networks/networkConfiguration'
import { contractAddress, type Place } from '@galx/operator/verify/place'
import { nameOf, type PoolOnChain, type ProgramOnChain, type VaultOnChain } from '@galx/operator/verify/state'
import { dateText } from '@galx/operator/verify/text'
import { ok, warning, type Finding } from './finding.ts'

type Stage = {
  /** describes a deployment that has passed the stage */
  name: string
  /** the open tasks, one each */
  missing: readonly string[]
  todo: string
}

type OnChain = {
  pools: readonly PoolOnChain[]
  programs: readonly ProgramOnChain[]
  vault: VaultOnChain
}

/** Whether the plan deliberately gives the pool or program no budget. False without a plan. */
export function isUnfundedByPlan(
  plan: PlanTerms | undefined,
  what: 'pool' | 'program',
  key: PoolOnChain['key'] | ProgramOnChain['key'],
): boolean {
  const plans = (what === 'pool' ? plan?.pools : plan?.programs) as
    Readonly<Record<string, { funding: bigint } | undefined>> | undefined
  return key !== undefined && plans?.[key]?.funding === 0n
}

export function wasFunded(what: PoolOnChain | ProgramOnChain): boolean {
  return 'funded' in what.terms ? what.terms.funded > 0n : (what as PoolOnChain).state.rewardEnd > 0n
}

export async function examineStage(
  place: Place,
  onChain: OnChain,
  plan: PlanTerms | undefined,
): Promise<Finding> {
  const { read, deployment } = place
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  const [firstEpoch, nextEpoch, ...empty] = await Promise.all([
    read({ ...log, functionName: 'firstEpoch' }),
    read({ ...log, functionName: 'nextEpoch' }),
    ...deployment.pairs.map(async ({ base, quote, address }) => {
      const pair = { address: address as Address, abi: swapPairAbi } as const
      const [one, other] = await read({ ...pair, functionName: 'getReserves' })
      return one === 0n || other === 0n ? [`the pair ${base}/${quote} is empty`] : []
    }),
  ])
  const ends = (firstEpoch + 1n) * BigInt(deployment.epochDuration)
  return stageFinding([
    seeded(onChain, place.block.timestamp),
    funded(onChain, plan),
    {
      name: 'with liquidity',
      missing: empty.flat(),
      todo: "npm run operator -- safe --call 'SwapRouter.addLiquidity(…)' --safe TREASURY",
    },
    {
      name: 'first epoch published',
      missing:
        nextEpoch > firstEpoch ? [] : [`epoch ${firstEpoch}, which ends ${dateText(ends)}, is not published`],
      todo: 'start indexer, second engine, co-signer and signer, and send the publisher coins',
    },
  ])
}

/** @returns the last stage that is reached together with all earlier stages, and the open tasks of the next stage */
export function stageFinding(stages: readonly Stage[]): Finding {
  const next = stages.findIndex(({ missing }) => missing.length > 0)
  const reached = ['deployed', ...stages.map(({ name }) => name)]
  if (next < 0) return ok('stage', `${reached.join(', ')}: ready to open`)
  const { missing, todo } = stages[next]!
  return warning(
    'stage',
    `${reached.slice(0, next + 1).join(', ')}; before it opens: ${missing.join('; ')}`,
    `${todo} (docs/go-live.md)`,
  )
}

function seeded({ pools, vault }: OnChain, now: bigint): Stage {
  const running = ({ state }: { state: { rewardRate: bigint; rewardEnd: bigint } }) =>
    state.rewardRate > 0n && state.rewardEnd > now
  const faults = [
    ...pools.filter(running).map((pool) => [nameOf('pool', pool), weightFault(pool.state.totalWeight)]),
    ...(running(vault)
      ? [['the vault', depositFault(vault.state.assets, vault.shares, vault.minimumShares)]]
      : []),
  ]
  return {
    name: 'seeded',
    missing: faults.flatMap(([name, fault]) => (fault === undefined ? [] : [`${name} ${fault}`])),
    todo: "npm run operator -- safe --call 'StakingPools.stake(…)' --safe TREASURY",
  }
}

function funded({ pools, programs, vault }: OnChain, plan: PlanTerms | undefined): Stage {
  const missing = [
    ...pools
      .filter((pool) => !wasFunded(pool) && !isUnfundedByPlan(plan, 'pool', pool.key))
      .map((pool) => nameOf('pool', pool)),
    ...programs
      .filter((program) => !wasFunded(program) && !isUnfundedByPlan(plan, 'program', program.key))
      .map((program) => nameOf('program', program)),
    ...(vault.state.rewardEnd === 0n ? ['the vault'] : []),
  ]
  return {
    name: 'funded',
    missing: missing.map((name) => `${name} has never been funded`),
    todo: "npm run operator -- safe --call 'StakingPools.fund(…)' --safe TREASURY, or npm run operator -- fund",
  }
}
