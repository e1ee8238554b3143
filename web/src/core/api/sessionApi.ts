/** The main API's calls about where the account is signed in. Errors: see client.ts. */
import type { RevokeData, SessionsData } from '@galx/protocol/http/session'
import { callServer } from './client.ts'

/** The account's live sessions, newest first. */
export function getSessions() {
  return callServer<SessionsData>('main', 'GET', '/api/sessions', { background: true })
}

/** Ends one session of the account. The server then refuses the session's token. */
export function revokeSession(id: string) {
  return callServer<RevokeData>('main', 'POST', '/api/sessions/revoke', { body: { id } })
}
