/** Inviting: the binding, the direct members, the inviter behind a code. */
import { Type, type Static } from 'typebox'
import { PROGRAM_KEYS } from '../products.ts'
import {
  AddressSchema,
  AmountSchema,
  AsOfSchema,
  InviteCodeInputSchema,
  InviteCodeSchema,
  LevelSchema,
  PageQuery,
  PoolKeySchema,
  TimeSchema,
  pageOf,
} from './common.ts'

/** POST /api/bindSuggest1 → UserInfo */
export const BindBody = Type.Object({ inviteCode: InviteCodeInputSchema }, { additionalProperties: false })
export type BindBody = Static<typeof BindBody>

/** GET /api/getFans1 */
export const FansQuery = Type.Object(
  {
    ...PageQuery,
    sort: Type.Optional(Type.Enum(['joined', 'hashPower'], { default: 'joined' })),
    pool: Type.Optional({ ...PoolKeySchema, description: 'whose weights are requested' }),
  },
  { additionalProperties: false },
)
export type FansQuery = Static<typeof FansQuery>
export const FanItem = Type.Object({
  address: AddressSchema,
  joinedAt: TimeSchema,
  status: Type.Enum(['pending', 'bound']),
  hashPower: AmountSchema,
  teamHashPower: AmountSchema,
  level: LevelSchema,
  node: Type.Boolean({ description: 'holds a live node pass' }),
  weight: Type.Union([AmountSchema, Type.Null()], {
    description: 'in the requested pool, wei; null: no pool was requested',
  }),
})
export type FanItem = Static<typeof FanItem>
/** `asOf`: the block up to which the hash powers are complete */
export const FansData = Type.Object({
  ...pageOf(FanItem).properties,
  asOf: AsOfSchema,
  pending: Type.Integer({ minimum: 0, description: 'members in `total` that are not bound yet' }),
  weight: Type.Union([AmountSchema, Type.Null()], {
    description:
      'sum over the bound members in the requested pool, wei; null: no pool was requested, a further page, or more than 1 000 members',
  }),
})
export type FansData = Static<typeof FansData>

/** GET /api/referrals: the results of the caller's invitations in the last days. */
export const ReferralsQuery = Type.Object(
  {
    days: Type.Unsafe<7 | 30 | 90>({
      type: 'integer',
      enum: [7, 30, 90],
      description: 'the length of the period, which ends now',
    }),
  },
  { additionalProperties: false },
)
export type ReferralsQuery = Static<typeof ReferralsQuery>
export const ReferralsData = Type.Object({
  from: TimeSchema,
  bound: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'direct members whose first stake was in the period; null: more than 10 000',
  }),
  pending: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'members who named the caller in the period and have not staked yet; null: more than 10 000',
  }),
  hashPower: Type.Union([AmountSchema, Type.Null()], {
    description: 'present hash power of the members counted in `bound`; null: more than 10 000 members',
  }),
  bonuses: Type.Array(Type.Object({ program: Type.Enum([...PROGRAM_KEYS]), amount: AmountSchema }), {
    description:
      'granted for the closed epochs that end in the period; without programs that granted nothing',
  }),
  asOf: AsOfSchema,
})
export type ReferralsData = Static<typeof ReferralsData>

/** GET /api/invitePreview: the inviter, for the landing page. */
export const InvitePreviewQuery = Type.Object(
  { code: InviteCodeInputSchema },
  { additionalProperties: false },
)
export const InvitePreviewData = Type.Object({
  address: AddressSchema,
  inviteCode: InviteCodeSchema,
  team: Type.Object({
    direct: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'direct members, bound; null before the first block is indexed',
    }),
    total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'all descendants, bound; null before they are counted for the first time',
    }),
    /** the block up to which `total` is complete */
    asOf: AsOfSchema,
  }),
  registeredAt: Type.Union([TimeSchema, Type.Null()]),
  asOf: AsOfSchema,
})
export type InvitePreviewData = Static<typeof InvitePreviewData>
