/** Notes the differences between the chain and a plan: this repository's plan for the network, or another plan. The rules allow these differences. */
import { zeroAddress } from 'viem'
import { POOL_KEYS, PROGRAM_KEYS } from '@galx/protocol/products'
import type { Deployment } from '@galx/protocol/deployment'
import { parseRulesets } from '@galx/protocol/rulesets'
import type { PlanTerms, PoolPlan } from '../networks/networkConfiguration.ts'
import type { Findings } from './findings.ts'
import type { Place } from './place.ts'
import { nameOf, type PoolOnChain, type ProgramOnChain } from './state.ts'
import type { SupplyOnChain } from './supply.ts'
import { amountText, durationText, shareText, tierText } from './text.ts'
import type { Names } from './words.ts'

export type OnChain = {
  delay: bigint | undefined
  supply: SupplyOnChain | undefined
  pools: readonly PoolOnChain[] | undefined
  programs: readonly ProgramOnChain[] | undefined
}

/** @param plan undefined: this repository has no plan for the network */
export function notePlan(
  { deployment, findings }: Place,
  names: Names,
  plan: PlanTerms | undefined,
  chain: OnChain,
): void {
  if (!plan) {
    findings.note('network', `is ${deployment.network}: this repository has no plan for this network`)
    return
  }
  const differ = differences(findings)
  if (chain.delay !== undefined)
    differ('Timelock delay', durationText(chain.delay), durationText(BigInt(plan.minDelay)))
  differ(
    'RewardVouchers epoch',
    durationText(BigInt(deployment.epochDuration)),
    durationText(BigInt(plan.epochDuration)),
  )
  differ(
    'ZnVault vesting duration',
    durationText(BigInt(deployment.vaultVestingDuration)),
    durationText(BigInt(plan.vault.vestingDuration)),
  )
  if (chain.supply) noteSupply(findings, plan, chain.supply)
  if (chain.pools) notePools(findings, plan, names, chain.pools)
  if (chain.programs) notePrograms(findings, plan, names, chain.programs)
  noteRuleset(findings, plan, deployment)
}

type Differ = (what: string, found: string, planned: string) => void

function differences(findings: Findings): Differ {
  return (what, found, planned) => {
    findings.checked++
    if (found !== planned) findings.note(what, `is ${found}; the published plan says ${planned}`)
  }
}

function noteSupply(findings: Findings, plan: PlanTerms, { aaa, capped }: SupplyOnChain): void {
  const differ = differences(findings)
  differ('AAA supply', amountText(aaa.supply, 'AAA'), amountText(plan.aaa.supply, 'AAA'))
  differ('AAA fee', shareText(aaa.feeRate), shareText(plan.aaa.feeRateBps))
  for (const { symbol, minted, cap } of capped) {
    const planned = symbol === 'GALX' ? plan.galx : plan.mcm
    differ(`${symbol} cap`, amountText(cap, symbol), amountText(planned.cap, symbol))
    findings.checked++
    if (minted > planned.minted)
      findings.note(
        `${symbol} supply`,
        `is ${amountText(minted, symbol)}, ${amountText(minted - planned.minted, symbol)} more than the published plan mints`,
      )
  }
}

/** The file gives the names of pools and programs; the plan gives their order on the chain. */
function noteOrder(
  findings: Findings,
  what: 'pool' | 'program',
  planned: readonly string[],
  found: readonly { id: bigint; key?: string | undefined }[],
): void {
  for (const [index, entry] of found.entries()) {
    findings.checked++
    if (entry.key !== undefined && entry.key !== planned[index])
      findings.note(
        nameOf(what, entry),
        `is number ${index + 1} on the chain; in the published plan number ${index + 1} is ${planned[index] ?? 'missing'}`,
      )
  }
}

function notePools(findings: Findings, plan: PlanTerms, names: Names, pools: readonly PoolOnChain[]): void {
  const differ = differences(findings)
  noteOrder(
    findings,
    'pool',
    POOL_KEYS.filter((key) => plan.pools[key]),
    pools,
  )
  for (const { key, terms } of pools) {
    const planned = key && plan.pools[key]
    if (planned) differ(`pool ${key}`, poolText(poolOf(terms, names)), poolText(planned))
  }
}

type PoolTerms = Omit<PoolPlan, 'funding' | 'firstStake'>

function poolOf(terms: PoolOnChain['terms'], names: Names) {
  return {
    ...terms,
    stakeToken: names.symbol(terms.stakeToken),
    pairToken: terms.pairToken === zeroAddress ? null : names.symbol(terms.pairToken),
    rewardToken: names.symbol(terms.rewardToken),
    boosted: terms.boostSource !== zeroAddress,
  }
}

type Named<Terms> = { [Key in keyof Terms]: Key extends `${string}Token` ? string | null : Terms[Key] }

function poolText(terms: Named<PoolTerms>): string {
  const pair = terms.pairToken ? ` with ${terms.pairToken} at ${terms.pairRatio}` : ''
  const tiers = terms.tiers.map(tierText).join('; ')
  const duration = durationText(BigInt(terms.rewardDuration))
  return `${terms.stakeToken}${pair} for ${terms.rewardToken} over ${duration}${terms.boosted ? ', boosted' : ''} (${tiers})`
}

function notePrograms(
  findings: Findings,
  plan: PlanTerms,
  names: Names,
  programs: readonly ProgramOnChain[],
): void {
  const differ = differences(findings)
  noteOrder(
    findings,
    'program',
    PROGRAM_KEYS.filter((key) => plan.programs[key]),
    programs,
  )
  for (const { key, terms } of programs) {
    const planned = key && plan.programs[key]
    if (!planned) continue
    const symbol = names.symbol(terms.token)
    differ(
      `program ${key} budget an epoch`,
      amountText(terms.budgetPerEpoch, symbol),
      amountText(planned.budgetPerEpoch, planned.token),
    )
  }
}

/** The plan has only the first ruleset. The timelock adds later rulesets. */
function noteRuleset(findings: Findings, plan: PlanTerms, deployment: Deployment): void {
  const [first] = parseRulesets(deployment.rulesets)
  if (!first) return
  const differ = differences(findings)
  const { power, vaultCoefficient, qualifying, ladder } = plan.ruleset
  const counted = (coefficient: bigint | undefined) =>
    coefficient === undefined ? 'none' : `${coefficient} bps of one GALX`
  for (const [key, { id }] of Object.entries(deployment.pools)) {
    const pool = key as keyof typeof power
    const coefficient = first.power.find((entry) => entry.pool.toString() === id)?.coefficient
    differ(`ruleset 1 coefficient of pool ${key}`, counted(coefficient), counted(power[pool]))
    const amount = first.qualifying.find((entry) => entry.pool.toString() === id)?.amount
    differ(
      `ruleset 1 qualifying amount of pool ${key}`,
      `${amount ?? 'none'}`,
      `${qualifying[pool] ?? 'none'}`,
    )
  }
  differ('ruleset 1 coefficient of the vault', counted(first.vaultCoefficient), counted(vaultCoefficient))
  const steps = (list: typeof ladder) => list.map(({ members, amount }) => `${members}: ${amount}`).join(', ')
  differ('ruleset 1 promotion ladder', steps(first.ladder), steps(ladder))
}
