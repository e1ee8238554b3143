/** The account's history as a file. */
import { clearToken, usableToken } from '../session/token.ts'
import { readStored, TOKEN_KEY } from '../state/storage.ts'
import { ApiError, address, headers, REQUEST_TIMEOUT } from './client.ts'

/**
 * Downloads the whole confirmed history as CSV. The server has the usual time to begin its answer. The download itself has no time limit.
 * @throws ApiError `unauthorised` if the server refuses the token, which is then cleared; Error if the server does not answer, or refuses
 * for another reason
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
    // A late answer to an old token must not sign out the session that replaced the token.
    if (readStored(TOKEN_KEY) === sentToken) clearToken()
    throw new ApiError(401, 'Unauthorised', 'unauthorised')
  }
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.startsWith('text/csv'))
    throw new Error(`the server answered ${response.status} ${type}`)
  return response.blob()
}
