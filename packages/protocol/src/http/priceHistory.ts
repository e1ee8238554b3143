/** GET /api/getPriceHistory: prices of a pair of the exchange by period. */
import { Type, type Static } from 'typebox'
import { SWAP_SYMBOLS } from '../products.ts'
import { AmountSchema, AsOfSchema, TimeSchema } from './common.ts'

/** The length of the history: the last hour, day, seven days, thirty days, or everything. */
export const PRICE_RANGES = ['hour', 'day', 'week', 'month', 'all'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

const SwapSymbolSchema = Type.Enum([...SWAP_SYMBOLS])
const PriceSchema = Type.String({
  pattern: '^[0-9]{1,78}$',
  description: 'wei of the quote token for 10^18 wei of the base token, decimal, rounded down',
})

export const PriceHistoryQuery = Type.Object(
  {
    base: SwapSymbolSchema,
    quote: SwapSymbolSchema,
    range: Type.Optional(Type.Enum([...PRICE_RANGES], { default: 'day' })),
  },
  { additionalProperties: false },
)
export type PriceHistoryQuery = Static<typeof PriceHistoryQuery>

export const PriceHistoryData = Type.Object({
  base: SwapSymbolSchema,
  quote: SwapSymbolSchema,
  range: Type.Enum([...PRICE_RANGES]),
  periodSeconds: Type.Integer({
    minimum: 60,
    description: 'length of the points’ periods',
  }),
  before: Type.Union([PriceSchema, Type.Null()], {
    description: 'the price when the range began; null: no price yet',
  }),
  points: Type.Array(
    Type.Object({
      at: Type.Integer({ minimum: 0, description: 'unix seconds of the last change in the period' }),
      price: PriceSchema,
    }),
    { description: 'the last price of each period with a change, oldest first; at most 400' },
  ),
  high: Type.Union([PriceSchema, Type.Null()], {
    description: 'including the price at the beginning; null: no price',
  }),
  low: Type.Union([PriceSchema, Type.Null()]),
  baseVolume: AmountSchema,
  quoteVolume: AmountSchema,
  swaps: Type.Integer({ minimum: 0 }),
  from: TimeSchema,
  asOf: AsOfSchema,
})
export type PriceHistoryData = Static<typeof PriceHistoryData>
