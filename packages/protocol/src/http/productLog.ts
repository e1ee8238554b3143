/** GET /api/getBtcStakeLog, getMcfStakeLog, getznStakeLog: the caller's actions in one product, newest first. */
import { Type, type Static } from 'typebox'
import { ActivityItem } from './activity.ts'
import { PageQuery, TimeSchema, indexedPageOf } from './common.ts'

export const ProductLogQuery = Type.Object(PageQuery, { additionalProperties: false })
export type ProductLogQuery = Static<typeof ProductLogQuery>

export const ProductLogItem = Type.Object({
  ...ActivityItem.properties,
  tier: Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()], {
    description: 'of the position, from 0; null for actions without a position, and while not indexed',
  }),
  unlockAt: Type.Union([TimeSchema, Type.Null()], {
    description: 'when the position’s lock ends or ended; null if `tier` is null',
  }),
})
export type ProductLogItem = Static<typeof ProductLogItem>

/** `total` counts confirmed actions. Reported actions that are not indexed yet come first on the first page, in addition to `limit`. */
export const ProductLogData = indexedPageOf(ProductLogItem)
export type ProductLogData = Static<typeof ProductLogData>
