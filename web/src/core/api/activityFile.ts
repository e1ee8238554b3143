/** The account's history as a file. */
import { clearToken, usableToken } from '../session/token.ts'
import { readStored, TOKEN_KEY } from '../state/storage.ts'
import { ApiError } from './apiError.ts'
import { address, headers, REQUEST_TIMEOUT } from './client.ts'

/**
 * The whole confirmed history as CSV. The server has as long to begin as with any call; the file then takes as long as the
 * history is long.
 * @throws ApiError `unauthorised` where the token is refused, which is then cleared; Error where the server does not answer, or
 * refuses for another reason
 */
export async function getActivityFile(): Promise<Blob> {
  const sentToken = usableToken()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), REQUEST_TIMEOUT)
  let response: Response
  try {
    response = await fetch(address('main', '/api/activity.csv'), {
      headers: headers(sentToken, false),
      signal: abort.signal,
    })
  } finally {
    clearTimeout(timer)
  }
  if (response.status === 401) {
    // A late answer to an old token must not sign out the session that has replaced it.
    if (readStored(TOKEN_KEY) === sentToken) clearToken()
    throw new ApiError(401, 'Unauthorised', 'unauthorised')
  }
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.startsWith('text/csv'))
    throw new Error(`the server answered ${response.status} ${type}`)
  return response.blob()
}
