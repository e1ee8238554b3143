/** GET /api/getBtcLevel: what each level costs and brings, and which one an account has. */
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
        description: 'wei of MCM that it costs in all, from level 0',
      }),
      boostBps: Type.Integer({ minimum: 10_000, description: 'on the weight, basis points' }),
    }),
    { description: 'every level, level 0 first' },
  ),
  level: LevelSchema,
  nextPrice: Type.Union([AmountSchema, Type.Null()], {
    description:
      'wei of MCM that the next level costs the account; null at the highest, and where its level is not known',
  }),
  /** up to which block `level` is known; prices and boosts are constants of the contract */
  asOf: AsOfSchema,
})
export type BtcLevelData = Static<typeof BtcLevelData>
