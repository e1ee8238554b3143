/** A plan in words, for the people who decide about its values. */
import { POOL_KEYS, PROGRAM_KEYS, TOKEN_SYMBOLS, type TokenSymbol } from '@galx/protocol/products'
import { parseEther } from 'viem'
import { amountText, durationText, shareText, tierText } from '../verify/text.ts'
import type { PlanTerms } from './networkConfiguration.ts'
import { planTerms, spendingOf } from './planFile.ts'
import { STAKED_SYMBOLS, type PlanJson } from './planSchema.ts'

/** Seconds of the guardian's pause of new stakes. */
const PAUSE = 7n * 86_400n

/** @returns lines to print */
export function planInWords(plan: PlanJson): string[] {
  const terms = planTerms(plan)
  return [
    `Timelock: announces every change ${lasting(terms.minDelay)} in advance`,
    ...section('Tokens', tokenLines(terms)),
    ...section('Pools', poolLines(terms)),
    ...section('Vault', vaultLines(terms)),
    ...section(`Bonus programs, epochs of ${lasting(terms.epochDuration)}`, programLines(terms)),
    ...section('Prices in the bonus programs', priceLines(plan, terms)),
    ...section(
      'Promotion, what an inviter earns in all',
      terms.ruleset.ladder.map(
        ({ members, amount }) =>
          `${members} qualified member${members === 1 ? '' : 's'}: ${amountText(amount, 'USDT')}`,
      ),
    ),
    ...section('Pairs', pairLines(terms)),
    ...section('What the deployment spends', spendingLines(terms)),
    ...noteLines(terms),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title, ...lines.map((line) => `  ${line}`)]
}

function lasting(seconds: number): string {
  return durationText(BigInt(seconds))
}

function tokenLines({ aaa, galx, mcm }: PlanTerms): string[] {
  return [
    `AAA: ${amountText(aaa.supply, 'AAA')}, never more; a trade pays ${shareText(aaa.feeRateBps)}, which can only fall`,
    `GALX: ${amountText(galx.minted, 'GALX')}, never more than ${amountText(galx.cap, 'GALX')}`,
    `MCM: ${amountText(mcm.minted, 'MCM')}, never more than ${amountText(mcm.cap, 'MCM')}`,
  ]
}

function poolLines({ pools }: PlanTerms): string[] {
  return POOL_KEYS.flatMap((key) => {
    const { stakeToken, pairToken, pairRatio, rewardToken, rewardDuration, tiers, boosted } = pools[key]!
    const { funding, firstStake } = pools[key]!
    const pair = pairToken ? ` with ${amountText(pairRatio, pairToken)} each` : ''
    return [
      `${key}: stake ${stakeToken}${pair}, earn ${rewardToken}${boosted ? '; levels raise the weight' : ''}`,
      ...tiers.map((tier) => `  ${tierText(tier)}`),
      `  the treasury stakes first: ${firstStake === 0n ? 'nothing' : amountText(firstStake, stakeToken)}`,
      `  ${fundingText(funding, rewardToken)}; a funding streams over ${lasting(rewardDuration)}`,
    ]
  })
}

function vaultLines({ vault }: PlanTerms): string[] {
  const { firstDeposit, funding, vestingDuration } = vault
  return [
    `the treasury deposits first: ${firstDeposit === 0n ? 'nothing' : amountText(firstDeposit, 'GALX')}`,
    `${fundingText(funding, 'GALX')}; a funding vests over ${lasting(vestingDuration)}`,
  ]
}

function fundingText(funding: bigint, symbol: TokenSymbol): string {
  return funding === 0n ? 'no funding' : `funding of ${amountText(funding, symbol)}`
}

function programLines({ programs, epochDuration }: PlanTerms): string[] {
  return PROGRAM_KEYS.map((key) => {
    const { token, budgetPerEpoch, funding } = programs[key]!
    const length = durationText((funding / budgetPerEpoch) * BigInt(epochDuration))
    const lasts = funding === 0n ? '' : ` for ${length}`
    return `${key}: at most ${amountText(budgetPerEpoch, token)} an epoch; ${fundingText(funding, token)}${lasts}`
  })
}

function priceLines({ prices, qualifying }: PlanJson, { pools, ruleset }: PlanTerms): string[] {
  return STAKED_SYMBOLS.map((symbol) => {
    const pool = POOL_KEYS.find((key) => pools[key]!.stakeToken === symbol)!
    // A ten-thousandth of a GALX in wei
    const counted = amountText(ruleset.power[pool]! * 10n ** 14n, 'GALX')
    const qualifies = amountText(parseEther(qualifying[symbol]), symbol)
    return `1 ${symbol} is ${amountText(parseEther(prices[symbol]), 'USDT')} and counts as ${counted}; a position of ${qualifies} qualifies a member`
  })
}

function pairLines({ pairs }: PlanTerms): string[] {
  return pairs.map(({ base, quote, liquidity }) => {
    if (!liquidity) return `${base}/${quote}: no liquidity`
    const other = amountText(liquidity.quote, quote)
    return `${base}/${quote}: ${amountText(liquidity.base, base === 'WBNB' ? 'BNB' : base)} and ${other}`
  })
}

function spendingLines(terms: PlanTerms): string[] {
  const { aaa, galx, mcm } = terms
  const made: Partial<Record<TokenSymbol, bigint>> = { AAA: aaa.supply, GALX: galx.minted, MCM: mcm.minted }
  const spent = spendingOf(terms)
  return TOKEN_SYMBOLS.map((symbol) => {
    const supply = made[symbol]
    if (supply === undefined) return `${amountText(spent[symbol], symbol)}, which the deployer must bring`
    return `${amountText(spent[symbol], symbol)}; the treasury receives ${amountText(supply - spent[symbol], symbol)}`
  })
}

/**
 * A thief of the guardian's key can stake a little and pause new stakes. The treasury's first stake keeps most of the stream during the pause, if the
 * stake is worth more than the stream pays in that time.
 */
function noteLines({ pools, ruleset }: PlanTerms): string[] {
  const worth = (symbol: TokenSymbol) => {
    const pool = POOL_KEYS.find((key) => pools[key]!.stakeToken === symbol)
    return pool && ruleset.power[pool]
  }
  return POOL_KEYS.flatMap((key) => {
    const { stakeToken, rewardToken, firstStake, funding, rewardDuration } = pools[key]!
    const [stakePrice, rewardPrice] = [worth(stakeToken), worth(rewardToken)]
    // BTCB has no price in a plan.
    if (stakePrice === undefined || rewardPrice === undefined) return []
    const paid = (funding * PAUSE * rewardPrice) / BigInt(rewardDuration)
    if (firstStake * stakePrice >= paid) return []
    return [
      `note: pools.${key}.firstStake is worth less than the pool pays during a pause of ${durationText(PAUSE)}`,
    ]
  })
}
