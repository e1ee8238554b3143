/** GET /api/getRank: accounts in the order of their hash power, now or in the last closed epoch. */
import { Type, type Static } from 'typebox'
import { EpochSchema } from './bonuses.ts'
import {
  AddressInputSchema,
  AddressSchema,
  AmountSchema,
  AsOfSchema,
  NodeSchema,
  PageQuery,
  TimeSchema,
  pageOf,
} from './common.ts'

export const RankQuery = Type.Object(
  {
    ...PageQuery,
    type: Type.Optional(
      Type.Enum(['node', 'community', 'staker', 'epoch'], {
        default: 'node',
        description:
          'node: holders of a live node pass, by team hash power; community: everybody, by team hash power; staker: everybody, by own hash power; epoch: accounts with points in the program `node` in the last closed epoch, by these points',
      }),
    ),
    address: Type.Optional(AddressInputSchema),
  },
  { additionalProperties: false },
)
export type RankQuery = Static<typeof RankQuery>

const shown = {
  address: AddressSchema,
  hashPower: Type.String({
    ...AmountSchema,
    description:
      'wei, decimal; on `epoch` the average of the power that counted for the account: points / seconds of the epoch, rounded down',
  }),
  members: Type.Integer({
    minimum: 0,
    description: 'all descendants, bound; the current number on every board',
  }),
  node: NodeSchema,
  bonus: Type.Optional(
    Type.String({
      ...AmountSchema,
      description: 'only on `epoch`: what that epoch granted the account in the program `node`, wei',
    }),
  ),
}
const Rank = Type.Integer({
  minimum: 1,
  description: 'equal hash power shares a rank; on `epoch` equal points',
})

export const RankItem = Type.Object({ rank: Rank, ...shown })
export type RankItem = Static<typeof RankItem>

export const RankOfAccount = Type.Object({
  ...shown,
  rank: Type.Union([Rank, Type.Null()], {
    description: 'null without hash power, on `node` without a live node pass, and on `epoch` without points',
  }),
  next: Type.Union([Type.Object({ rank: Rank, hashPower: AmountSchema }), Type.Null()], {
    description: 'rank and hash power of the place above. Null at the top and while a board is empty',
  }),
})
export type RankOfAccount = Static<typeof RankOfAccount>

/** `total` counts all ranks. The list ends after the first 100 000 places. `asOf` of `epoch`: the last block and the end of the epoch. */
export const RankData = Type.Object({
  ...pageOf(RankItem).properties,
  total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'all ranks. Null before the board is made for the first time',
  }),
  me: Type.Union([RankOfAccount, Type.Null()], { description: 'of `address`; null without `address`' }),
  asOf: AsOfSchema,
  epoch: Type.Optional(
    Type.Union([Type.Object({ epoch: EpochSchema, from: TimeSchema, to: TimeSchema }), Type.Null()], {
      description:
        'only on `epoch`: the epoch of the board; null until an epoch is closed and its board exists. A cursor is refused after the next epoch is closed',
    }),
  ),
})
export type RankData = Static<typeof RankData>
