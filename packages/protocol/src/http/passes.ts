/** POST /api/getNft: the caller's node passes. */
import { Type, type Static } from 'typebox'
import { AmountSchema, PageQuery, TimeSchema, indexedPageOf } from './common.ts'

export const PassesBody = Type.Object(PageQuery, { additionalProperties: false })
export type PassesBody = Static<typeof PassesBody>

export const PassItem = Type.Object({
  id: AmountSchema,
  name: Type.String({ description: '1 to 32 characters' }),
  bond: Type.String({ ...AmountSchema, description: 'wei of MCM in the pass' }),
  mintedAt: TimeSchema,
  unbondingUntil: Type.Union([TimeSchema, Type.Null()], {
    description: 'time from which the bond can be withdrawn; null: no cool-down is running',
  }),
  live: Type.Boolean({ description: 'whether the pass makes its holder a node: no cool-down is running' }),
})
export type PassItem = Static<typeof PassItem>

export const PassesData = indexedPageOf(PassItem)
export type PassesData = Static<typeof PassesData>
