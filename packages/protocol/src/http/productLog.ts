/** GET /api/getBtcStakeLog, getMcfStakeLog, getznStakeLog: what the caller did in one product, newest first. */
import { Type, type Static } from 'typebox'
import { ActivityItem } from './activity.ts'
import { PageQuery, TimeSchema, indexedPageOf } from './common.ts'

export const ProductLogQuery = Type.Object(PageQuery, { additionalProperties: false })
export type ProductLogQuery = Static<typeof ProductLogQuery>

export const ProductLogItem = Type.Object({
  ...ActivityItem.properties,
  tier: Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()], {
    description: 'of the position, from 0; null for what concerns no position and while not indexed',
  }),
  unlockAt: Type.Union([TimeSchema, Type.Null()], {
    description: 'when the position’s lock ends or ended; null where `tier` is',
  }),
})
export type ProductLogItem = Static<typeof ProductLogItem>

/** `total` counts confirmed ones. Reported ones that are not indexed yet lead the first page, on top of `limit`. */
export const ProductLogData = indexedPageOf(ProductLogItem)
export type ProductLogData = Static<typeof ProductLogData>
