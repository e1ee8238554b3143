/** Reads a plan's file and computes the terms of a deployment from the file. All wrong values are reported together, by the names of their fields. */
import { readFileSync } from 'node:fs'
import { formatEther, parseEther } from 'viem'
import { Value } from 'typebox/value'
import { POOL_KEYS, PROGRAM_KEYS, type TokenSymbol } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import { pairAmountFor, RATE_UNIT } from '@galx/protocol/formulas'
import { DeploymentError } from '../deploy/deploymentError.ts'
import { LEAST_STAKED } from '../funding/firstStake.ts'
import type { PlanTerms } from './networkConfiguration.ts'
import { PlanSchema, STAKED_SYMBOLS, type PlanJson } from './planSchema.ts'
import { POOL_SHAPES } from './products.ts'

/** Wei: StakingPools, RewardVouchers and ZnVault each hold at most this amount of a token. */
const MAXIMUM_BALANCE = (1n << 91n) - 1n

type Check = (field: string, isRight: boolean, fault: string) => void

/** @throws DeploymentError with one line for each fault */
export function readPlanFile(path: string): PlanJson {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new DeploymentError(`${path} cannot be read: ${(error as Error).message}`)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new DeploymentError(`${path} is not JSON: ${(error as Error).message}`)
  }
  return parsePlan(json, path)
}

/**
 * @param name the file's name in the messages
 * @throws DeploymentError with one line for each fault
 */
export function parsePlan(json: unknown, name: string): PlanJson {
  const faults = Value.Check(PlanSchema, json) ? faultsOf(json) : shapeFaults(json)
  if (faults.length > 0) throw new DeploymentError(faults.map((fault) => `${name}: ${fault}`).join('\n'))
  return json as PlanJson
}

export function planTerms(plan: PlanJson): PlanTerms {
  const { tokens, vault, prices, qualifying } = plan
  const coefficient = (token: TokenSymbol) =>
    (parseEther(prices[token as 'GALX']) * 10_000n) / parseEther(prices.GALX)
  return {
    minDelay: plan.timelockDelay,
    aaa: { supply: parseEther(tokens.AAA.supply), feeRateBps: tokens.AAA.feeRateBps },
    galx: { cap: parseEther(tokens.GALX.cap), minted: parseEther(tokens.GALX.minted) },
    mcm: { cap: parseEther(tokens.MCM.cap), minted: parseEther(tokens.MCM.minted) },
    pools: each(POOL_KEYS, (key) => {
      const { pairRatio = '0', rewardDuration, tiers, funding, firstStake } = plan.pools[key]
      return {
        ...POOL_SHAPES[key],
        pairRatio: parseEther(pairRatio),
        rewardDuration,
        tiers,
        funding: parseEther(funding),
        firstStake: parseEther(firstStake),
      }
    }),
    vault: {
      vestingDuration: vault.vestingDuration,
      funding: parseEther(vault.funding),
      firstDeposit: parseEther(vault.firstDeposit),
    },
    epochDuration: plan.epochDuration,
    programsStart: 'deployment',
    programs: each(PROGRAM_KEYS, (key) => ({
      token: PROGRAM_TOKENS[key],
      budgetPerEpoch: parseEther(plan.programs[key].budgetPerEpoch),
      funding: parseEther(plan.programs[key].funding),
    })),
    // Every pool counts by its stake token; the weight already includes the tier and the boost. The vault counts GALX.
    ruleset: {
      power: each(POOL_KEYS, (key) => coefficient(POOL_SHAPES[key].stakeToken)),
      vaultCoefficient: coefficient('GALX'),
      qualifying: each(POOL_KEYS, (key) => parseEther(qualifying[POOL_SHAPES[key].stakeToken as 'GALX'])),
      ladder: plan.ladder.map(({ members, amount }) => ({ members, amount: parseEther(amount) })),
    },
    pairs: plan.pairs.map(({ base, quote, liquidity }) => ({
      base,
      quote,
      ...(liquidity && {
        liquidity: { base: parseEther(liquidity.base), quote: parseEther(liquidity.quote) },
      }),
    })),
  }
}

/** @returns wei that the deployment takes from the deployer, by token. A faucet's parcels are not part of a plan's file */
export function spendingOf({ pools, vault, programs, pairs }: PlanTerms): Record<TokenSymbol, bigint> {
  const spent = { ...spendingInPools(pools) }
  spent.GALX += vault.funding + vault.firstDeposit
  for (const { token, funding } of Object.values(programs)) spent[token] += funding
  for (const { base, quote, liquidity } of pairs) {
    if (!liquidity) continue
    if (base !== 'WBNB') spent[base] += liquidity.base
    spent[quote] += liquidity.quote
  }
  return spent
}

function spendingInPools(pools: PlanTerms['pools']): Record<TokenSymbol, bigint> {
  const spent = { USDT: 0n, AAA: 0n, MCM: 0n, GALX: 0n, BTCB: 0n }
  for (const pool of Object.values(pools)) {
    spent[pool.rewardToken] += pool.funding
    spent[pool.stakeToken] += pool.firstStake
    if (pool.pairToken) spent[pool.pairToken] += pairAmountFor(pool.firstStake, pool.pairRatio)
  }
  return spent
}

/** The faults of a file that does not have the fields and the kinds of values of a plan. */
function shapeFaults(json: unknown): string[] {
  return Value.Errors(PlanSchema, json).flatMap(({ keyword, instancePath, params, message }) => {
    const steps = instancePath.split('/').slice(1)
    // Every unknown field also has an error of its own.
    if (keyword === 'additionalProperties') return []
    if (keyword === 'boolean') return [`${fieldName(steps)} is not a field of a plan`]
    if (keyword === 'required') {
      const { requiredProperties } = params as { requiredProperties: string[] }
      return requiredProperties.map((name) => {
        const text = descriptionAt([...steps, name])
        return `${fieldName([...steps, name])} is missing${text === undefined ? '' : `: ${text}`}`
      })
    }
    const text = descriptionAt(steps)
    if (text === undefined) return [`${fieldName(steps)} ${message}`]
    return [`${fieldName(steps)} must not be ${JSON.stringify(valueAt(json, steps))}: ${text}`]
  })
}

/** @returns the field as a program writes it, such as `pools.mcf.tiers[0].duration` */
function fieldName(steps: readonly string[]): string {
  const name = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
  return name.replace(/^\./, '') || 'the plan'
}

type Described = { description?: string; properties?: Record<string, Described>; items?: Described }

function descriptionAt(steps: readonly string[]): string | undefined {
  let schema: Described | undefined = PlanSchema as Described
  for (const step of steps) schema = schema?.items ?? schema?.properties?.[step]
  return schema?.description
}

function valueAt(json: unknown, steps: readonly string[]): unknown {
  return steps.reduce((value, step) => (value as Record<string, unknown>)[step], json)
}

/** The faults of a file whose values have the right kind: the contracts or the product would refuse these values. */
function faultsOf(plan: PlanJson): string[] {
  const faults: string[] = []
  const check: Check = (field, isRight, fault) => {
    if (!isRight) faults.push(`${field} ${fault}`)
  }
  const terms = planTermsUnlessFree(plan, check)
  if (!terms) return faults
  const { aaa, galx, mcm, pools, vault, programs, pairs } = terms
  check('tokens.AAA.supply', aaa.supply > 0n, 'must be above 0')
  for (const [symbol, { cap, minted }] of [
    ['GALX', galx],
    ['MCM', mcm],
  ] as const) {
    check(`tokens.${symbol}.minted`, minted > 0n, 'must be above 0')
    check(`tokens.${symbol}.minted`, minted <= cap, `must not be above tokens.${symbol}.cap`)
  }
  for (const key of POOL_KEYS) checkPool(`pools.${key}`, pools[key]!, check)
  checkFirst('vault.firstDeposit', vault.firstDeposit, vault.funding, check)
  checkBalance('vault.funding', vault.funding + vault.firstDeposit, check)
  check(
    'vault.funding',
    vault.funding === 0n || vault.funding >= BigInt(vault.vestingDuration),
    'is too small to vest',
  )
  for (const key of PROGRAM_KEYS) {
    const { budgetPerEpoch, funding } = programs[key]!
    check(`programs.${key}.budgetPerEpoch`, budgetPerEpoch > 0n, 'must be above 0')
    checkBalance(`programs.${key}.budgetPerEpoch`, budgetPerEpoch, check)
    checkBalance(`programs.${key}.funding`, funding, check)
  }
  checkRuleset(terms.ruleset, plan, check)
  checkPairs(pairs, check)
  checkSpending(terms, check)
  return faults
}

/** Prices are divided by GALX's price, so that price must not be 0. */
function planTermsUnlessFree(plan: PlanJson, check: Check): PlanTerms | undefined {
  const isFree = parseEther(plan.prices.GALX) === 0n
  check('prices.GALX', !isFree, 'must be above 0')
  return isFree ? undefined : planTerms(plan)
}

function checkPool(field: string, pool: PlanTerms['pools']['galx'] & {}, check: Check): void {
  const { pairToken, pairRatio, stakeToken, rewardToken, rewardDuration, funding, firstStake } = pool
  check(
    `${field}.pairRatio`,
    pairToken ? pairRatio > 0n && pairRatio <= MAXIMUM_BALANCE : pairRatio === 0n,
    pairToken
      ? `must be above 0, and at most ${MAXIMUM_BALANCE / 10n ** 18n}`
      : 'must be left out: the pool has no pair token',
  )
  for (const [index, { duration, penaltyBps }] of pool.tiers.entries())
    check(
      `${field}.tiers[${index}].penaltyBps`,
      penaltyBps === 0 || (duration > 0 && stakeToken === rewardToken),
      stakeToken === rewardToken
        ? 'must be 0: the tier has no lock'
        : `must be 0: the pool pays ${rewardToken} for ${stakeToken}`,
    )
  check(
    `${field}.funding`,
    funding === 0n || funding / BigInt(rewardDuration) >= RATE_UNIT,
    'is too small to stream',
  )
  checkFirst(`${field}.firstStake`, firstStake, funding, check)
}

/** Without this stake the first stranger who stakes would get the whole stream. */
function checkFirst(field: string, first: bigint, funding: bigint, check: Check): void {
  check(
    field,
    first >= LEAST_STAKED || (first === 0n && funding === 0n),
    `must be at least ${formatEther(LEAST_STAKED)}${funding === 0n ? ', or 0' : ', because the plan funds the stream'}`,
  )
}

function checkBalance(field: string, amount: bigint, check: Check): void {
  check(
    field,
    amount <= MAXIMUM_BALANCE,
    `must be at most ${formatEther(MAXIMUM_BALANCE)} together with all other amounts in the same contract`,
  )
}

function checkRuleset({ power, ladder }: PlanTerms['ruleset'], plan: PlanJson, check: Check): void {
  for (const symbol of STAKED_SYMBOLS) {
    const pool = POOL_KEYS.find((key) => POOL_SHAPES[key].stakeToken === symbol)!
    check(
      `prices.${symbol}`,
      power[pool]! > 0n,
      "is too small: below a ten-thousandth of GALX's price a stake counts nothing",
    )
    check(`qualifying.${symbol}`, parseEther(plan.qualifying[symbol]) > 0n, 'must be above 0')
  }
  for (const [index, { members, amount }] of ladder.entries()) {
    const before = ladder[index - 1]
    check(
      `ladder[${index}].members`,
      !before || members > before.members,
      'must be above the members of the previous step',
    )
    check(
      `ladder[${index}].amount`,
      amount > (before?.amount ?? 0n),
      before ? 'must be above the amount of the previous step' : 'must be above 0',
    )
  }
}

function checkPairs(pairs: PlanTerms['pairs'], check: Check): void {
  const seen = new Set<string>()
  for (const [index, { base, quote, liquidity }] of pairs.entries()) {
    const field = `pairs[${index}]`
    check(field, base !== quote, `is of ${base} with itself`)
    const name = [base, quote].sort().join('/')
    check(field, !seen.has(name), `is ${base}/${quote} again`)
    seen.add(name)
    check(
      `${field}.liquidity`,
      !liquidity || (liquidity.base > 0n && liquidity.quote > 0n),
      'must be above 0 on both sides',
    )
  }
  const hasTaxed = pairs.some(({ base, quote }) => base === 'AAA' && quote === 'USDT')
  check('pairs', hasTaxed, 'must contain the base AAA with the quote USDT: its trades pay the fee')
}

/** The deployment mints its own tokens once. The deployer brings USDT and BTCB. */
function checkSpending(terms: PlanTerms, check: Check): void {
  for (const [symbol, amount] of Object.entries(spendingInPools(terms.pools)))
    checkBalance(`pools: ${symbol}`, amount, check)
  const spent = spendingOf(terms)
  for (const [field, symbol, made] of [
    ['tokens.AAA.supply', 'AAA', terms.aaa.supply],
    ['tokens.GALX.minted', 'GALX', terms.galx.minted],
    ['tokens.MCM.minted', 'MCM', terms.mcm.minted],
  ] as const)
    check(
      field,
      spent[symbol] <= made,
      `is ${formatEther(made)}, but the plan spends ${formatEther(spent[symbol])}`,
    )
}

function each<Key extends string, To>(keys: readonly Key[], make: (key: Key) => To): Record<Key, To> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, To>
}
