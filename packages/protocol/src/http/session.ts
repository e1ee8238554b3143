/** Sign-in, and the resulting sessions. */
import { Type, type Static } from 'typebox'
import { AddressInputSchema, TimeSchema } from './common.ts'

export const AddressParameters = Type.Object({ address: AddressInputSchema }, { additionalProperties: false })

/** POST /api/user/public/nonce/{address}: an EIP-4361 message, to be signed unchanged with `personal_sign`. */
export const NonceData = Type.String({ minLength: 1 })
export type NonceData = Static<typeof NonceData>

/** POST /api/user/public/auth/{address} */
export const AuthBody = Type.Object(
  {
    signature: Type.String({
      pattern: '^0x(?:[0-9a-fA-F]{2}){1,8192}$',
      description: '65 bytes, 64 bytes (EIP-2098), or a contract wallet’s own form (ERC-1271, ERC-6492)',
    }),
  },
  { additionalProperties: false },
)
export type AuthBody = Static<typeof AuthBody>
export const AuthData = Type.Object({ token: Type.String(), expiresAt: TimeSchema })
export type AuthData = Static<typeof AuthData>

const SessionId = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** GET /api/sessions: the caller's live sessions, newest first. */
export const SessionItem = Type.Object({
  id: SessionId,
  current: Type.Boolean({ description: 'the session of this request' }),
  createdAt: TimeSchema,
  expiresAt: TimeSchema,
  userAgent: Type.Union([Type.String(), Type.Null()]),
})
export type SessionItem = Static<typeof SessionItem>
export const SessionsData = Type.Object({ list: Type.Array(SessionItem) })
export type SessionsData = Static<typeof SessionsData>

/** POST /api/sessions/revoke: one session by its id, or all of the caller's sessions, including the current one. */
export const RevokeBody = Type.Object(
  { id: Type.Optional(SessionId), all: Type.Optional(Type.Literal(true)) },
  { additionalProperties: false },
)
export type RevokeBody = Static<typeof RevokeBody>
export const RevokeData = Type.Object({ revoked: Type.Integer({ minimum: 0 }) })
export type RevokeData = Static<typeof RevokeData>
