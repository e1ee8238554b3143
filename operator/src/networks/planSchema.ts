/**
 * The file of a plan (`operator/plans/`): the choices that are the same for everybody who deploys. Amounts are whole tokens as decimal strings,
 * durations are seconds, shares are basis points. The limits of the values are the contracts' own.
 */
import { Type, type Static, type TSchema } from 'typebox'
import { POOL_KEYS, PROGRAM_KEYS, SWAP_SYMBOLS, TOKEN_SYMBOLS } from '@galx/protocol/products'

const DAY = 86_400
/** The contracts' longest time. */
const LONGEST = 1_461 * DAY

/** Every object refuses unknown fields, so that no typing error is ignored. */
function object<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false })
}

function each<Key extends string, Schema extends TSchema>(
  keys: readonly Key[],
  schema: (key: Key) => Schema,
) {
  return object(Object.fromEntries(keys.map((key) => [key, schema(key)])) as Record<Key, Schema>)
}

const AMOUNT = 'A decimal string of whole tokens, such as "1500" or "0.25"'

function amount(description: string) {
  return Type.String({
    pattern: '^(0|[1-9]\\d{0,26})(\\.\\d{1,18})?$',
    description: `${description}. ${AMOUNT}.`,
  })
}

function whole(minimum: number, maximum: number, description: string) {
  return Type.Integer({
    minimum,
    maximum,
    description: `${description}. A whole number from ${minimum} to ${maximum}.`,
  })
}

const Tier = object({
  duration: whole(0, LONGEST, 'Seconds of the lock; 0: no lock'),
  multiplierBps: whole(10_000, 40_000, 'Weight of a stake in basis points: 15000 is ×1.5'),
  penaltyBps: whole(
    0,
    2_000,
    'Share of the stake in basis points that an exit right after the stake costs; only with a lock, in a pool that pays the token that it takes',
  ),
})

const Pool = object({
  pairRatio: Type.Optional(
    amount('Tokens of the pair for one staked token; only in the pool with a pair token'),
  ),
  rewardDuration: whole(DAY, LONGEST, 'Seconds over which a funding streams'),
  tiers: Type.Array(Tier, { minItems: 1, maxItems: 4, description: 'One to four terms of staking.' }),
  funding: amount('Reward tokens with which the deployment funds the pool; 0: none'),
  firstStake: amount('Tokens that the deployment stakes for the treasury before it funds the pool'),
})

const Program = object({
  budgetPerEpoch: amount('Tokens that vest at the end of an epoch; this is at most what the program grants'),
  funding: amount('Tokens with which the deployment funds the program; 0: none'),
})

function capped(symbol: string) {
  return object({
    cap: amount(`The most ${symbol} that can ever exist`),
    minted: amount(`${symbol} that the deployment mints`),
  })
}

/** The tokens in which people stake. */
export const STAKED_SYMBOLS = ['AAA', 'MCM', 'GALX'] as const

export const PlanSchema = object({
  timelockDelay: whole(60, 365 * DAY, 'Seconds between the announcement of a change and the change'),
  tokens: object({
    AAA: object({
      supply: amount('All AAA that will ever exist'),
      feeRateBps: whole(0, 500, 'Share of a trade in basis points that stakers of AAA receive'),
    }),
    GALX: capped('GALX'),
    MCM: capped('MCM'),
  }),
  pools: each(POOL_KEYS, () => Pool),
  vault: object({
    vestingDuration: whole(7 * DAY, LONGEST, 'Seconds over which a funding of the vault vests'),
    funding: amount('GALX with which the deployment funds the vault; 0: none'),
    firstDeposit: amount('GALX that the deployment deposits for the treasury before it funds the vault'),
  }),
  epochDuration: whole(60, 30 * DAY, 'Seconds of an epoch of the bonus programs'),
  programs: each(PROGRAM_KEYS, () => Program),
  prices: each(STAKED_SYMBOLS, (symbol) =>
    amount(`USDT for one ${symbol}: the bonus programs count stakes by these prices until a later ruleset`),
  ),
  qualifying: each(STAKED_SYMBOLS, (symbol) =>
    amount(`Staked ${symbol} with which a position qualifies a member for the promotion`),
  ),
  ladder: Type.Array(
    object({
      members: whole(1, 1_000_000, 'Qualified members'),
      amount: amount('USDT that their inviter earns in all'),
    }),
    { minItems: 1, description: 'The steps of the promotion, ascending.' },
  ),
  pairs: Type.Array(
    object({
      base: Type.Enum([...SWAP_SYMBOLS], { description: `One of ${SWAP_SYMBOLS.join(', ')}.` }),
      quote: Type.Enum([...TOKEN_SYMBOLS], { description: `One of ${TOKEN_SYMBOLS.join(', ')}.` }),
      liquidity: Type.Optional(
        object({
          base: amount('Tokens of the base that the deployment adds; WBNB is paid as BNB'),
          quote: amount('Tokens of the quote that the deployment adds'),
        }),
      ),
    }),
    { description: 'The pairs of the exchange. Without liquidity the pair is created and left empty.' },
  ),
})

export type PlanJson = Static<typeof PlanSchema>
