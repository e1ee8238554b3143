/** GET /api/getAAAUserInfo */
import { Type, type Static } from 'typebox'
import {
  AddressInputSchema,
  AddressSchema,
  AmountSchema,
  AsOfSchema,
  InviteCodeSchema,
  LevelSchema,
  NodeSchema,
  TimeSchema,
} from './common.ts'

export const UserInfoQuery = Type.Object({ address: AddressInputSchema }, { additionalProperties: false })

export const UserInfo = Type.Object({
  address: AddressSchema,
  FAddress: Type.Union([AddressSchema, Type.Null()], {
    description: 'the inviter: permanent, or else pending',
  }),
  inviterStatus: Type.Union([Type.Enum(['pending', 'bound']), Type.Null()]),
  invite_code: Type.Union([InviteCodeSchema, Type.Null()], {
    description: 'null without that account’s own token, and before its first sign-in',
  }),
  level: LevelSchema,
  node: NodeSchema,
  team: Type.Object({
    direct: Type.Integer({ minimum: 0, description: 'direct members, bound' }),
    total: Type.Integer({ minimum: 0, description: 'all descendants, bound' }),
    hashPower: AmountSchema,
    asOf: AsOfSchema,
  }),
  asOf: AsOfSchema,
  hashPower: AmountSchema,
  registeredAt: Type.Union([TimeSchema, Type.Null()], { description: 'first sign-in' }),
})
export type UserInfo = Static<typeof UserInfo>
