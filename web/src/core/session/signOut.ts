/** Signs out: ends the session on the server, and removes the token from this device even if the server does not answer. */
import { endSessionOf } from '../api/mainApi.ts'
import { useAppStore } from '../state/appStore.ts'
import { withTimeout } from '../wallet/answerTimeout.ts'
import { clearToken } from './token.ts'

/** Milliseconds to wait until the server has ended the session. The person is signed out on this device in any case. */
const SERVER_TIMEOUT = 5_000

/** Ends the session of this device. Never rejects. @returns false if the server could not be told */
export async function signOut(): Promise<boolean> {
  const { userToken } = useAppStore.getState()
  if (userToken === null) return true
  // Removed first: the page may be closed while the request runs.
  clearToken()
  return withTimeout(endSessionOf(userToken), SERVER_TIMEOUT).then(
    () => true,
    () => false,
  )
}
