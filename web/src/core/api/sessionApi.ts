/** The main API's calls about where the account is signed in. Errors: see client.ts. */
import type { RevokeData, SessionsData } from '@galx/protocol/http/session'
import { callServer } from './client.ts'

/** The account's sessions that still work, newest first. */
export function getSessions() {
  return callServer<SessionsData>('main', 'GET', '/api/sessions', { background: true })
}

/** Ends one session of the account: its token is refused from then on. */
export function revokeSession(id: string) {
  return callServer<RevokeData>('main', 'POST', '/api/sessions/revoke', { body: { id } })
}
