/** The gain and cost of farming the promotion in docs/rewards.md, computed again from the deployment's plan and the committed gas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatEther, formatUnits, parseEther, parseGwei } from 'viem'
import { expect, it } from 'vitest'
import { embeddedNetwork } from '../src/networks/embedded.ts'
import { mainnetNetwork } from '../src/networks/mainnet.ts'
import { CHOICES } from './support/publicChain.ts'

const root = join(import.meta.dirname, '../..')
const rewards = readFileSync(join(root, 'docs/rewards.md'), 'utf8')
const gas = JSON.parse(readFileSync(join(root, 'contracts/snapshots/StakingPools.json'), 'utf8')) as Record<
  string,
  string
>
const plan = mainnetNetwork(CHOICES)
const DAY = 86_400
/** The prices of `operator/plans/mainnet.json`, wei of USDT a token. */
const PRICES: Record<string, bigint> = {
  GALX: parseEther('0.8'),
  MCM: parseEther('0.05'),
  AAA: parseEther('2'),
}
const GAS_PRICE = parseGwei('0.1')
/** wei of USDT for one BNB */
const BNB = parseEther('600')

/** wei of USDT */
function priceOf(gasUsed: bigint): bigint {
  return (gasUsed * GAS_PRICE * BNB) / parseEther('1')
}
/** Rounded half up, like the amounts in the table. */
function text(usdt: bigint): string {
  const cents = (usdt + parseEther('0.005')) / parseEther('0.01')
  return formatUnits(cents * 10n, 3).replace(/\.(\d)$/, '.$10')
}
function row(beginning: string): string {
  return rewards.split('\n').find((line) => line.startsWith(`| ${beginning}`))!
}
function grouped(value: bigint): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ' ')
}

const stake = BigInt(gas['flexible: first stake']!)
const exit = BigInt(gas['flexible: exit']!)
/** the total wei of USDT for this number of members */
function step(members: number): bigint {
  return plan.ruleset.ladder.find((one) => one.members === members)!.amount
}
const anEnd = step(1) / 90n

it('a qualifying position is worth 100 USDT in every pool, and sixty such positions are worth 6 000 USDT', () => {
  for (const { ruleset, pools } of [plan, embeddedNetwork])
    for (const [key, amount] of Object.entries(ruleset.qualifying)) {
      const worth = (amount * PRICES[pools[key as 'galx']!.stakeToken]!) / parseEther('1')
      expect(formatEther(worth)).toBe('100')
    }
  for (const beginning of ['sixty positions that stay under one', 'sixty positions that stay under sixty'])
    expect(row(beginning)).toContain('| 6 000 USDT |')
})

it('a position that stays brings at most 8.11 USDT a year, a position that moves each week 1.16, and gas costs 0.01 and 0.53', () => {
  expect(row('one position that stays')).toContain(
    `| ${text(365n * anEnd)} USDT | ${text(priceOf(stake + exit))} USDT: a first stake (${grouped(stake)} gas) and a full exit (${grouped(exit)})`,
  )
  const year = 52n * (stake + exit)
  expect(row('one position that moves on')).toContain(
    `| ${text(52n * anEnd)} USDT | ${text(priceOf(year))} USDT: 52 × ${grouped(stake + exit)} gas`,
  )
  // The gas price, in hundredths of a gwei, at which both are equal.
  const equal = (52n * anEnd * GAS_PRICE) / priceOf(year) / parseGwei('0.01')
  expect(row('one position that moves on')).toContain(`Above 0.${equal} gwei`)
})

it('the penalty of the only locked pool takes more of each move than the promotion brings in a year', () => {
  const locked = Object.entries(plan.pools).filter(([, { tiers }]) =>
    tiers.some(({ penaltyBps }) => penaltyBps > 0),
  )
  expect(locked.map(([key]) => key)).toEqual(['mcf'])
  const [shortest] = plan.pools.mcf!.tiers
  expect(shortest).toMatchObject({ duration: 30 * DAY })
  const lost = (parseEther('100') * BigInt(shortest!.penaltyBps)) / 10_000n
  expect(lost > 52n * anEnd).toBe(true)
  expect(row('the same in the pool `mcf`')).toContain(`| ${formatEther(52n * lost)} USDT: an early exit`)
  expect(row('the same in the pool `mcf`')).toContain(`loses ${shortest!.penaltyBps / 100} %`)
})

it('sixty positions under one inviter bring the ladder’s amount once, and sixty inviters bring at most 2/90 an epoch end each', () => {
  const spent = `${text(priceOf(60n * (stake + exit)))} USDT`
  expect(row('sixty positions that stay under one')).toContain(
    `| ${formatEther(step(60))} USDT, once, in 90 ends | ${spent}: 60 × ${grouped(stake + exit)} gas`,
  )
  const most = (60n * 365n * anEnd) / parseEther('1') + 1n
  expect(row('sixty positions that stay under sixty')).toContain(
    `| ${formatEther(60n * step(1))} USDT, once, in 90 ends; ${most} USDT at most`,
  )
  expect(row('sixty positions that stay under sixty')).toContain(`| ${spent} for each move`)
})
