/**
 * The demo world as a plan: the inviter of each account, and the time of each action. Pure and deterministic: the same size gives the
 * same plan, so that everybody sees the same figures. Amounts are whole tokens.
 */
import type { DeployedPool, Deployment } from '@galx/protocol/deployment'
import { pairAmountFor } from '@galx/protocol/formulas'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { planMarket } from './market.ts'
import { planPasses } from './passes.ts'
import { inviters, parcelsOf, Purse, type Parcel, type Person } from './person.ts'
import { generator, type Random } from './random.ts'
import type { DemoAction, DemoStep } from './step.ts'

/** The simulated month in steps of two hours. */
export const MOMENTS = 360
/** The last moment with an action. Actions planned for later happen then. */
const LAST = MOMENTS - 2
/** The moment by which every account has joined: after two thirds of the time. */
const JOINED = 240

/** The terms from the chain. */
export type DemoTerms = {
  pools: Deployment['pools']
  /** by level, from 0: the total price of the level in whole MCM */
  levelPrices: readonly bigint[]
  /** whole tokens */
  parcel: Parcel
}

export function planDemo(accounts: number, terms: DemoTerms): DemoStep[] {
  const random = generator(20_261_121)
  const steps: DemoStep[] = []
  const people = inviters(accounts).map((inviter, account): Person => {
    const joined = Math.floor((account * JOINED) / accounts)
    const parcels = parcelsOf(account)
    for (let index = 0; index < parcels; index += 1)
      steps.push({ at: joined + index, account, action: { kind: 'drip' } })
    return { account, inviter, ready: joined + parcels, purse: new Purse(terms.parcel, BigInt(parcels)) }
  })
  steps.push(...planPasses(people))
  for (const person of people) steps.push(...planStakes(person, terms, random))
  for (const person of people) steps.push(...planVault(person, random))
  steps.push(...planMarket(people))
  for (const step of steps) step.at = Math.min(step.at, LAST)
  // A stable sort: the actions of one account in one moment keep their planned order.
  return steps.sort((a, b) => a.at - b.at)
}

/** Stakes in every product, and their later actions. */
function planStakes(person: Person, { pools, levelPrices }: DemoTerms, random: Random): DemoStep[] {
  const { account, inviter, purse } = person
  const all = Object.entries(pools) as [PoolKey, DeployedPool][]
  const steps: DemoStep[] = []
  const addStep = (at: number, action: DemoAction) => steps.push({ at, account, action })
  const chosen = all.filter((_, index) => index === account % all.length || random(10) < 4)
  chosen.forEach(([pool, terms], order) => {
    const opened = person.ready + 1 + order * 3
    const times = random(4) === 0 ? 2 : 1
    for (let position = 0; position < times; position += 1) {
      const amount = stakeAmount(pool, random)
      if (!purse.spend(stakeCost(terms, amount))) return
      const tier = terms.tiers.length > 1 ? random(terms.tiers.length) : 0
      addStep(opened + position * 20, { kind: 'stake', pool, amount, tier, inviter })
      const later = opened + position * 20 + 40 + random(60)
      if (terms.tiers[tier]!.duration > 0) {
        if (random(10) === 0) addStep(later, { kind: 'exitEarly', pool, position, amount: amount / 2n || 1n })
      } else if (random(10) < 2) {
        const part = BigInt(1 + random(4))
        if (part === 4n) addStep(later, { kind: 'exit', pool, position })
        else addStep(later, { kind: 'unstake', pool, position, amount: (amount * part) / 4n || 1n })
      }
    }
    if (pool === 'btc') steps.push(...planLevels(person, levelPrices, opened, random))
    if (random(10) < 6) addStep(opened + 24 + random(40), { kind: 'claim', pool })
    if (random(10) < 3) addStep(opened + 90 + random(60), { kind: 'claim', pool })
  })
  return steps
}

function stakeAmount(pool: PoolKey, random: Random): bigint {
  const typical: Record<PoolKey, number> = { galx: 150, galxMcm: 100, btc: 60, mcm: 400, mcf: 300, aaa: 50 }
  return BigInt(typical[pool] * (1 + random(12)))
}

function stakeCost(pool: DeployedPool, amount: bigint): Partial<Record<TokenSymbol, bigint>> {
  const { stakeToken, pairToken, pairRatio } = pool
  if (pairToken === null) return { [stakeToken]: amount }
  return { [stakeToken]: amount, [pairToken]: pairAmountFor(amount, BigInt(pairRatio)) }
}

/** Most stakers of BTC buy a level or two. A few buy the highest. */
function planLevels(person: Person, prices: readonly bigint[], opened: number, random: Random): DemoStep[] {
  const steps: DemoStep[] = []
  const highest = [0, 1, 1, 2, 2, 2, 3, 3, 4, 5][random(10)]!
  let held = 0
  for (let level = 1; level <= highest; level += 1) {
    // Some accounts buy every level, others go straight to their target.
    if (level < highest && random(2) === 0) continue
    if (!person.purse.spend({ MCM: prices[level]! - prices[held]! })) return steps
    held = level
    steps.push({ at: opened + 1 + level * 9, account: person.account, action: { kind: 'buyLevel', level } })
  }
  return steps
}

function planVault(person: Person, random: Random): DemoStep[] {
  const { account, inviter, purse, ready } = person
  if (random(100) >= 45) return []
  const amount = BigInt(100 * (1 + random(15)))
  if (!purse.spend({ GALX: amount })) return []
  const steps: DemoStep[] = [{ at: ready + 2, account, action: { kind: 'deposit', amount, inviter } }]
  if (random(4) === 0) {
    const back = (amount * BigInt(1 + random(3))) / 4n
    steps.push({ at: ready + 60 + random(60), account, action: { kind: 'withdraw', amount: back } })
  }
  return steps
}
