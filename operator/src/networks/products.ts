/** The parts of every network's plan: the pools with their terms, and the payments of each program. */
import { parseEther } from 'viem'
import type { PoolKey, ProgramKey } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { PoolPlan, ProgramPlan, RulesetPlan } from './networkConfiguration.ts'

export const DAY = 86_400

const FLEXIBLE = { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }
const PAIR_RATIO = parseEther('1')

const plain = { pairToken: null, pairRatio: 0n, boosted: false, rewardDuration: 90 * DAY, tiers: [FLEXIBLE] }

type PoolTerms = Omit<PoolPlan, 'funding' | 'firstStake'>

/** The order of the entries is the order of creation. */
const POOL_TERMS: Record<PoolKey, PoolTerms> = {
  galx: { ...plain, stakeToken: 'GALX', rewardToken: 'GALX' },
  galxMcm: {
    ...plain,
    stakeToken: 'GALX',
    pairToken: 'MCM',
    pairRatio: PAIR_RATIO,
    rewardToken: 'GALX',
    tiers: [{ ...FLEXIBLE, multiplierBps: 15_000 }],
  },
  btc: { ...plain, stakeToken: 'AAA', rewardToken: 'BTCB', boosted: true },
  mcm: { ...plain, stakeToken: 'MCM', rewardToken: 'GALX' },
  mcf: {
    ...plain,
    stakeToken: 'MCM',
    rewardToken: 'MCM',
    tiers: [
      { duration: 30 * DAY, multiplierBps: 10_000, penaltyBps: 500 },
      { duration: 90 * DAY, multiplierBps: 15_000, penaltyBps: 1_000 },
      { duration: 180 * DAY, multiplierBps: 20_000, penaltyBps: 1_500 },
      { duration: 360 * DAY, multiplierBps: 30_000, penaltyBps: 2_000 },
    ],
  },
  aaa: { ...plain, stakeToken: 'AAA', rewardToken: 'AAA' },
}

/** Qualified members, and the total USDT that their inviter earns. */
const LADDER = [
  [1, '2'],
  [5, '10'],
  [10, '20'],
  [30, '50'],
  [60, '100'],
] as const

/** The deployment's funding of a pool: whole tokens, as decimal strings. */
export type PoolAmounts = {
  /** whole reward tokens */
  funding: string
  /** whole stake tokens, for the treasury */
  firstStake: string
}

export function productPools(amounts: Record<PoolKey, PoolAmounts>): Record<PoolKey, PoolPlan> {
  return mapped(POOL_TERMS, (terms, key) => ({
    ...terms,
    funding: parseEther(amounts[key].funding),
    firstStake: parseEther(amounts[key].firstStake),
  }))
}

/**
 * @param budgets whole tokens an epoch of each program's token, as a decimal string
 * @param epochs the number of epochs that the deployment funds
 */
export function productPrograms(
  budgets: Record<ProgramKey, string>,
  epochs: bigint,
): Record<ProgramKey, ProgramPlan> {
  return mapped(PROGRAM_TOKENS, (token, key) => {
    const budgetPerEpoch = parseEther(budgets[key])
    return { token, budgetPerEpoch, funding: budgetPerEpoch * epochs }
  })
}

/** A token's value in a ruleset. */
export type Counting = {
  /** price in basis points of one GALX, a whole number */
  priceBps: bigint
  /** whole tokens with which a position qualifies a member */
  qualifying: string
}

/**
 * Every pool counts by its stake token; the weight already includes the tier and the boost. The vault counts GALX.
 * @param counting by stake token
 */
export function productRuleset(counting: Record<'GALX' | 'MCM' | 'AAA', Counting>): RulesetPlan {
  const of = ({ stakeToken }: PoolTerms) => counting[stakeToken as keyof typeof counting]
  return {
    power: mapped(POOL_TERMS, (terms) => of(terms).priceBps),
    vaultCoefficient: counting.GALX.priceBps,
    qualifying: mapped(POOL_TERMS, (terms) => parseEther(of(terms).qualifying)),
    ladder: LADDER.map(([members, amount]) => ({ members, amount: parseEther(amount) })),
  }
}

function mapped<Key extends string, From, To>(
  table: Record<Key, From>,
  change: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = (Object.entries(table) as [Key, From][]).map(([key, value]) => [key, change(value, key)])
  return Object.fromEntries(entries) as Record<Key, To>
}
