/** The account's history as a file. */
import { readStored, TOKEN_KEY } from '../state/storage.ts'
import { address, headers } from './client.ts'

/**
 * The whole confirmed history as CSV. It takes as long as the history is long: nothing ends it early but the connection.
 * @throws Error where the server does not answer, or refuses
 */
export async function getActivityFile(): Promise<Blob> {
  const response = await fetch(address('main', '/api/activity.csv'), {
    headers: headers(readStored(TOKEN_KEY), false),
  })
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.startsWith('text/csv'))
    throw new Error(`the server answered ${response.status} ${type}`)
  return response.blob()
}
