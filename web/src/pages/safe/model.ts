/** The five facts of /safe, without React, only from this browser's own recent readings. Amounts are wei. */
import { OWNED_CONTRACTS, type OwnedContract } from '@galx/protocol/ownedContracts'
import { OWN_CONTRACT_NAMES, type PoolKey, type TokenSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { PoolFacts } from '../../core/chain/poolDebts.ts'
import type { Reading } from '../../core/state/reading.ts'
import { OWN_TOKENS, type Codes, type CodeState, type OwnName, type Safety } from './readings.ts'
import { reservesOf, type Reserve } from './reserves.ts'

/** `good`: just checked and true. `attention`: true but worth a look, or true only in part. `unknown`: not checked. */
export type Check = 'good' | 'attention' | 'bad' | 'unknown'

export const FACT_NAMES = ['unchangeable', 'keys', 'exit', 'dependencies', 'funding'] as const
export type FactName = (typeof FACT_NAMES)[number]
export type Facts = Record<FactName, Check>

/** The minimum number of seconds between announcement and change that leaves everybody time to withdraw. */
const LONG_DELAY = 86_400
/** The highest cost of an early exit: StakingPools refuses terms with a higher cost. */
const MAXIMUM_PENALTY_BPS = 2_000
const NOBODY: HexString = `0x${'0'.repeat(40)}`
const OWN_NAMES: readonly OwnName[] = [...OWN_CONTRACT_NAMES, ...OWN_TOKENS]

/** The value of a fresh reading; undefined for a stale or failed reading. */
export function justRead<T>(reading: Reading<T>): T | null {
  return reading.status === 'fresh' ? reading.value : null
}

function worst(checks: readonly Check[]): Check {
  return (['bad', 'unknown', 'attention'] as const).find((check) => checks.includes(check)) ?? 'good'
}

/** @param condition null: could not be read */
function holds(condition: boolean | null): Check {
  return condition === null ? 'unknown' : condition ? 'good' : 'bad'
}

function codeCheck(state: CodeState | undefined): Check {
  if (state === undefined || state === 'unread') return 'unknown'
  return state === 'same' ? 'good' : 'bad'
}

function codesOf(codes: Codes | null, names: readonly string[]): Check {
  if (codes === null) return 'unknown'
  return worst(names.map((wanted) => codeCheck(codes.list.find(({ name }) => name === wanted)?.state)))
}

/** The number of the product's own contracts that have the published code. */
export function countSame({ list }: Codes): { same: number; all: number } {
  const own = list.filter(({ name }) => (OWN_NAMES as readonly string[]).includes(name))
  return { same: own.filter(({ state }) => state === 'same').length, all: OWN_NAMES.length }
}

function ownersCheck({ owners, cfo, mints }: Safety, timelock: HexString): Check {
  const owned = OWNED_CONTRACTS.map((name) => ownerCheck(owners[name], timelock))
  const minters = Object.values(mints).map((mint) =>
    holds(mint === null ? null : mint.minter === timelock || mint.minter === NOBODY),
  )
  return worst([...owned, ...minters, holds(cfo === null ? null : cfo === timelock || cfo === NOBODY)])
}

/** A renounced owner has no power. Only the timelock can offer an ownership, after an announcement. */
function ownerCheck(found: Safety['owners'][OwnedContract], timelock: HexString): Check {
  if (found === null) return 'unknown'
  if (found.owner !== timelock && found.owner !== NOBODY) return 'bad'
  return found.pending === NOBODY ? 'good' : 'attention'
}

function delayCheck({ minDelay }: Safety): Check {
  if (minDelay === null) return 'unknown'
  if (minDelay === 0) return 'bad'
  return minDelay < LONG_DELAY ? 'attention' : 'good'
}

/** The pools' facts; null if a pool, or the number of pools, could not be read. */
function allPools({ pools, poolCount }: Safety): PoolFacts[] | null {
  const read = pools.flatMap(({ facts }) => (facts === null ? [] : [facts]))
  return read.length === pools.length && poolCount === pools.length ? read : null
}

/** The highest cost of an early exit in all pools, in basis points of the amount; null unless every pool was read. */
export function dearestExit(safety: Safety): number | null {
  const pools = allPools(safety)
  if (pools === null) return null
  return Math.max(0, ...pools.flatMap(({ tiers }) => tiers.map(({ penaltyBps }) => penaltyBps)))
}

function dependenciesCheck(safety: Safety, codes: Codes | null, config: WebConfig): Check {
  const pools = allPools(safety)
  const own = OWN_TOKENS.map((symbol) => config.tokens[symbol].address)
  const { Levels } = config.contracts
  return worst([
    codesOf(codes, [...OWN_TOKENS, 'Levels']),
    holds(
      pools === null
        ? null
        : pools.every(
            ({ stakeToken, pairToken, boostSource }) =>
              own.includes(stakeToken) &&
              (pairToken === null || own.includes(pairToken)) &&
              (boostSource === null || boostSource === Levels),
          ),
    ),
    holds(safety.vault === null ? null : safety.vault.asset === config.tokens.GALX.address),
  ])
}

function coverCheck({ cover }: Reserve): Check {
  return ({ covered: 'good', partly: 'attention', short: 'bad', unread: 'unknown' } as const)[cover]
}

/** Pools without rewards, because the budget is used up. */
export function endedPools({ pools, time }: Safety): PoolKey[] {
  return pools.flatMap(({ key, facts }) => (facts !== null && facts.rewardEnd <= time ? [key] : []))
}

/** The verdict on each fact from fresh readings; unknown if a reading is stale, missing or failed. */
export function factsOf(safety: Safety | null, codes: Codes | null, config: WebConfig | null): Facts {
  const unchangeable = codesOf(codes, OWN_NAMES)
  if (safety === null || config === null)
    return { unchangeable, keys: 'unknown', exit: 'unknown', dependencies: 'unknown', funding: 'unknown' }
  const reserves = reservesOf(safety, config)
  const penalty = dearestExit(safety)
  const short = reserves.some(({ cover, holder }) => cover === 'short' && holder !== 'RewardVouchers')
  return {
    unchangeable,
    keys: worst([
      ownersCheck(safety, config.contracts.Timelock),
      delayCheck(safety),
      codesOf(codes, ['Timelock']),
    ]),
    exit: worst([
      codesOf(codes, ['StakingPools', 'ZnVault', 'NodePass']),
      holds(penalty === null ? null : penalty <= MAXIMUM_PENALTY_BPS),
      short ? 'bad' : 'good',
    ]),
    dependencies: dependenciesCheck(safety, codes, config),
    funding: worst([
      ...reserves.map(coverCheck),
      allPools(safety) === null ? 'unknown' : 'good',
      endedPools(safety).length > 0 ? 'attention' : 'good',
    ]),
  }
}

export type TokenAmount = { token: TokenSymbol; amount: bigint }

/** The greatest amounts that a holder of both signers' keys could draw now, by token. One key alone draws nothing. */
export function drawableBySigners(safety: Safety, config: WebConfig): TokenAmount[] | null {
  const { programs } = safety
  if (programs === null) return null
  return tokensOf(config, (address) =>
    programs
      .filter(({ token }) => token === address)
      .reduce((sum, { vested, paid }) => sum + vested - paid, 0n),
  )
}

/** The amounts that the timelock could mint, after an announcement, up to the caps. */
export function mintable({ mints }: Safety): TokenAmount[] | null {
  const { MCM, GALX } = mints
  if (MCM === null || GALX === null) return null
  return Object.entries({ MCM, GALX }).flatMap(([token, { cap, supply, minter }]) =>
    minter === NOBODY ? [] : [{ token: token as TokenSymbol, amount: cap - supply }],
  )
}

/** Amounts in tokens of other issuers: rewards, and never principal if the fact `dependencies` holds. */
export function heldOfOthers({ held }: Safety): TokenAmount[] | null {
  const amounts = (['BTCB', 'USDT'] as const).map((token) => {
    const { StakingPools, RewardVouchers } = held
    const [pools, vouchers] = [StakingPools[token], RewardVouchers[token]]
    return pools === null || vouchers === null ? null : { token, amount: pools + vouchers }
  })
  return amounts.every((one) => one !== null) ? amounts : null
}

function tokensOf({ tokens }: WebConfig, amountOf: (address: HexString) => bigint): TokenAmount[] {
  const entries = Object.entries(tokens) as [TokenSymbol, { address: HexString }][]
  return entries
    .map(([token, { address }]) => ({ token, amount: amountOf(address) }))
    .filter(({ amount }) => amount > 0n)
}

/** The number of facts that were just confirmed, and the overall verdict: bad before unknown before attention. */
export function verdictOf(facts: Facts): { check: Check; good: number; open: number } {
  const checks = Object.values(facts)
  const good = checks.filter((check) => check === 'good').length
  return { check: worst(checks), good, open: checks.length - good }
}

/** An allowance that the account can never use up: more than a contract may hold of any token. */
export function isUnlimited(amount: bigint): boolean {
  return amount >= 1n << 91n
}
