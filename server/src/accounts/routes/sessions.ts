import { SessionsData } from '@galx/protocol/http/session'
import { listSessions } from '../../http/sessions/sessionQueries.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'

export const sessions = defineRoute({
  method: 'GET',
  path: '/sessions',
  summary: 'The caller’s sessions, newest first',
  auth: 'required',
  data: SessionsData,
  handle: async (context, { caller }) => {
    const session = sessionOf(caller)
    const rows = await listSessions(context.readOwn, session.address, secondsOf(context))
    return { list: rows.map((row) => ({ ...row, current: row.id === session.id })) }
  },
})
