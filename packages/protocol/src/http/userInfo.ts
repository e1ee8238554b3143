/** GET /api/getAAAUserInfo */
import { Type, type Static, type TSchema } from 'typebox'
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

function orUnknown<Known extends TSchema>(known: Known, description: string) {
  return Type.Union([known, Type.Null()], { description })
}

export const UserInfo = Type.Object({
  address: AddressSchema,
  FAddress: Type.Union([AddressSchema, Type.Null()], {
    description: 'the inviter, permanent or pending',
  }),
  inviterStatus: Type.Union([Type.Enum(['pending', 'bound']), Type.Null()]),
  invite_code: Type.Union([InviteCodeSchema, Type.Null()], {
    description: 'null without the account’s own token, and before its first sign-in',
  }),
  level: LevelSchema,
  node: NodeSchema,
  team: Type.Object({
    direct: orUnknown(Type.Integer({ minimum: 0 }), 'direct members, bound. Null while nothing is indexed'),
    total: orUnknown(Type.Integer({ minimum: 0 }), 'all descendants, bound. Null until teams are summed'),
    hashPower: orUnknown(AmountSchema, 'wei of GALX, of the team. Null until teams are summed'),
    asOf: AsOfSchema,
  }),
  asOf: AsOfSchema,
  hashPower: orUnknown(
    AmountSchema,
    'wei of GALX, of the account: weights by the ruleset’s coefficients. Null while nothing is indexed, and while the server’s deployment file lacks the ruleset',
  ),
  registeredAt: Type.Union([TimeSchema, Type.Null()], { description: 'first sign-in' }),
})
export type UserInfo = Static<typeof UserInfo>
