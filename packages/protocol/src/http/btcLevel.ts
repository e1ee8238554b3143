/** GET /api/getBtcLevel: the price and the effect of each level, and the level of an account. */
import { Type, type Static } from 'typebox'
import { AddressInputSchema, AmountSchema, AsOfSchema, LevelSchema } from './common.ts'

export const BtcLevelQuery = Type.Object(
  { address: Type.Optional(AddressInputSchema) },
  { additionalProperties: false },
)
export type BtcLevelQuery = Static<typeof BtcLevelQuery>

export const BtcLevelData = Type.Object({
  levels: Type.Array(
    Type.Object({
      level: Type.Integer({ minimum: 0, maximum: 5 }),
      price: Type.String({
        pattern: '^[0-9]{1,78}$',
        description: 'wei of MCM that the level costs, counted from level 0',
      }),
      boostBps: Type.Integer({ minimum: 10_000, description: 'on the weight, basis points' }),
    }),
    { description: 'every level, level 0 first' },
  ),
  level: LevelSchema,
  nextPrice: Type.Union([AmountSchema, Type.Null()], {
    description:
      'wei of MCM that the next level costs the account; null at the highest level, or if the account’s level is unknown',
  }),
  /** the block up to which `level` is complete; prices and boosts are constants of the contract */
  asOf: AsOfSchema,
})
export type BtcLevelData = Static<typeof BtcLevelData>
