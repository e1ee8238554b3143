import { RevokeBody, RevokeData } from '@galx/protocol/http/session'
import { revokeSessions as revoke } from '../../http/sessions/sessionQueries.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'

export const revokeSessions = defineRoute({
  method: 'POST',
  path: '/sessions/revoke',
  summary: 'Ends one of the caller’s sessions by its id, or all sessions, including the session of this call',
  auth: 'required',
  body: RevokeBody,
  data: RevokeData,
  refusals: ['sessionUnknown'],
  handle: async (context, { body, caller }) => {
    if (body.id === undefined && body.all === undefined) throw new RefusalError('missingField', 'id')
    if (body.id !== undefined && body.all !== undefined) throw new RefusalError('invalidField', 'all')
    const { address } = sessionOf(caller)
    const which = body.id === undefined ? 'all' : { id: body.id }
    const ids = await revoke(context.write, address, which, secondsOf(context))
    if (ids.length === 0 && which !== 'all') throw new RefusalError('sessionUnknown', 'id')
    // The database notifies the other processes. This process must know before it serves its next request.
    context.sessions.markRevoked(ids)
    return { revoked: ids.length }
  },
})
