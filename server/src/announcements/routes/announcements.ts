import { AnnouncementsData } from '@galx/protocol/http/announcements'
import { listAnnouncements } from '../announcements.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute } from '../../http/route.ts'

export const announcements = defineRoute({
  method: 'GET',
  path: '/announcements',
  summary: 'Announcements in force, newest first, in the caller’s language',
  auth: 'none',
  data: AnnouncementsData,
  handle: async (context, { caller }) => ({
    list: await listAnnouncements(context.read, caller.language, secondsOf(context)),
  }),
})
