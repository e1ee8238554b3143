/** The pause after a transaction. The names `awaitMatch` and `disabeldMatch` are agreed, with this spelling. */
import { loadUserInfo } from '../session/loadUserInfo.ts'
import { useAppStore } from '../state/appStore.ts'

/** Milliseconds. */
const MATCH_DURATION = 10_000

let timer: ReturnType<typeof setTimeout> | null = null

/**
 * After a transaction is sent: sets `disabeldMatch` for exactly ten seconds, in which no other transaction can be started;
 * then clears it and reloads the user info. Another call starts the ten seconds again.
 */
export function awaitMatch(): void {
  if (timer !== null) clearTimeout(timer)
  useAppStore.setState({ disabeldMatch: true, matchUntil: performance.now() + MATCH_DURATION })
  timer = setTimeout(() => {
    timer = null
    useAppStore.setState({ disabeldMatch: false, matchUntil: null })
    void loadUserInfo()
  }, MATCH_DURATION)
}
