/** Signing out: the session ends on the server, and the token leaves this device in any case. */
import { endSessionOf } from '../api/mainApi.ts'
import { useAppStore } from '../state/appStore.ts'
import { withTimeout } from '../wallet/answerTimeout.ts'
import { clearToken } from './token.ts'

/** Milliseconds the server has to end the session; the person is signed out here all the same. */
const SERVER_TIMEOUT = 5_000

/** Ends the session of this device. Never rejects. @returns false when the server could not be told */
export async function signOut(): Promise<boolean> {
  const { userToken } = useAppStore.getState()
  if (userToken === null) return true
  // First: the page may be closed while the server is asked.
  clearToken()
  return withTimeout(endSessionOf(userToken), SERVER_TIMEOUT).then(
    () => true,
    () => false,
  )
}
