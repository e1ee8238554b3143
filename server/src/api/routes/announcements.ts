import { AnnouncementsData } from '@galx/protocol/http/announcements'
import { listAnnouncements } from '../../database/announcements.ts'
import { secondsOf } from '../context.ts'
import { defineRoute } from '../route.ts'

export const announcements = defineRoute({
  method: 'GET',
  path: '/announcements',
  summary: 'Announcements in force, newest first, in the caller’s language',
  auth: 'none',
  data: AnnouncementsData,
  handle: async (context, { caller }) => ({
    list: await listAnnouncements(context.sql, caller.language, secondsOf(context)),
  }),
})
