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
    description: 'the inviter: permanent, or else pending',
  }),
  inviterStatus: Type.Union([Type.Enum(['pending', 'bound']), Type.Null()]),
  invite_code: Type.Union([InviteCodeSchema, Type.Null()], {
    description: 'null without that account’s own token, and before its first sign-in',
  }),
  level: LevelSchema,
  node: NodeSchema,
  team: Type.Object({
    direct: orUnknown(
      Type.Integer({ minimum: 0 }),
      'direct members, bound. Null while nothing was read from the chain',
    ),
    total: orUnknown(Type.Integer({ minimum: 0 }), 'all descendants, bound. Null until teams were summed'),
    hashPower: orUnknown(AmountSchema, 'wei of GALX, of the team. Null until teams were summed'),
    asOf: AsOfSchema,
  }),
  asOf: AsOfSchema,
  hashPower: orUnknown(
    AmountSchema,
    'wei of GALX, its own: weights by the ruleset’s coefficients. Null while nothing was read from the chain, and while the server’s deployment file lacks the ruleset',
  ),
  registeredAt: Type.Union([TimeSchema, Type.Null()], { description: 'first sign-in' }),
})
export type UserInfo = Static<typeof UserInfo>
