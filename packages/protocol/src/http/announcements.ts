/** GET /api/announcements: the announcements in force, newest first, in the caller's language. */
import { Type, type Static } from 'typebox'
import { TimeSchema } from './common.ts'

export const AnnouncementItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String({ description: 'plain text' }),
  publishedAt: TimeSchema,
})
export type AnnouncementItem = Static<typeof AnnouncementItem>
export const AnnouncementsData = Type.Object({ list: Type.Array(AnnouncementItem) })
export type AnnouncementsData = Static<typeof AnnouncementsData>
