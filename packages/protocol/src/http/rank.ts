/** GET /api/getRank: accounts in the order of their hash power. */
import { Type, type Static } from 'typebox'
import {
  AddressInputSchema,
  AddressSchema,
  AmountSchema,
  AsOfSchema,
  NodeSchema,
  PageQuery,
  pageOf,
} from './common.ts'

export const RankQuery = Type.Object(
  {
    ...PageQuery,
    type: Type.Optional(
      Type.Enum(['node', 'community', 'staker'], {
        default: 'node',
        description:
          'node: holders of a live node pass, by team hash power; community: everybody, by team hash power; staker: everybody, by own hash power',
      }),
    ),
    address: Type.Optional(AddressInputSchema),
  },
  { additionalProperties: false },
)
export type RankQuery = Static<typeof RankQuery>

const shown = {
  address: AddressSchema,
  hashPower: AmountSchema,
  members: Type.Integer({ minimum: 0, description: 'all descendants, bound' }),
  node: NodeSchema,
}
const Rank = Type.Integer({ minimum: 1, description: 'equal hash power shares a rank' })

export const RankItem = Type.Object({ rank: Rank, ...shown })
export type RankItem = Static<typeof RankItem>

export const RankOfAccount = Type.Object({
  ...shown,
  rank: Type.Union([Rank, Type.Null()], {
    description: 'null without hash power, and on `node` without a live node pass',
  }),
  next: Type.Union([Type.Object({ rank: Rank, hashPower: AmountSchema }), Type.Null()], {
    description: 'the place above: its rank and hash power. Null at the top and while a board is empty',
  }),
})
export type RankOfAccount = Static<typeof RankOfAccount>

/** `total` counts every rank; the list itself ends after the first 100 000 places. */
export const RankData = Type.Object({
  ...pageOf(RankItem).properties,
  me: Type.Union([RankOfAccount, Type.Null()], { description: 'of `address`; null without one' }),
  asOf: AsOfSchema,
})
export type RankData = Static<typeof RankData>
