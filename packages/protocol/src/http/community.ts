/** Inviting: binding, the direct members, who is behind a code. */
import { Type, type Static } from 'typebox'
import {
  AddressSchema,
  AmountSchema,
  InviteCodeInputSchema,
  InviteCodeSchema,
  LevelSchema,
  PageQuery,
  TimeSchema,
  indexedPageOf,
} from './common.ts'

/** POST /api/bindSuggest1 → UserInfo */
export const BindBody = Type.Object({ inviteCode: InviteCodeInputSchema }, { additionalProperties: false })
export type BindBody = Static<typeof BindBody>

/** GET /api/getFans1 */
export const FansQuery = Type.Object(
  { ...PageQuery, sort: Type.Optional(Type.Enum(['joined', 'hashPower'], { default: 'joined' })) },
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
})
export type FanItem = Static<typeof FanItem>
/** `asOf`: what the hash powers stand at */
export const FansData = indexedPageOf(FanItem)
export type FansData = Static<typeof FansData>

/** GET /api/invitePreview: who invites, for the landing page. */
export const InvitePreviewQuery = Type.Object(
  { code: InviteCodeInputSchema },
  { additionalProperties: false },
)
export const InvitePreviewData = Type.Object({
  address: AddressSchema,
  inviteCode: InviteCodeSchema,
  team: Type.Object({ direct: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) }),
  registeredAt: Type.Union([TimeSchema, Type.Null()]),
})
export type InvitePreviewData = Static<typeof InvitePreviewData>
