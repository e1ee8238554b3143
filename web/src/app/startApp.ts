/** Starts the app's core: once, before the router looks at the first address. */
import { chainNow } from '../core/chain/chainNow.ts'
import { useChainStore } from '../core/chain/chainStore.ts'
import { loadConfig } from '../core/config/loadConfig.ts'
import { followToken, restoreToken } from '../core/session/token.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { setEffects, type Effects } from '../core/state/effects.ts'
import { INVITE_CODE_KEY, removeStored } from '../core/state/storage.ts'
import { whenIdle } from '../core/state/whenIdle.ts'
import { provideDemoWallet } from '../core/wallet/demoWallet.ts'
import { setPresent } from '../design/RelativeTime/present.ts'

/** The longest time from the configuration's arrival to the start of the chain's reader, milliseconds. */
const CHAIN_LATEST = 300

/**
 * Removes the saved invite code (a new visit is a new invitation), restores the stored token and begins to read the configuration. Large
 * code (chain, transactions) is loaded after the first paint.
 */
export function startApp(effects: Effects): void {
  setEffects(effects)
  provideDemoWallet(() => import('../demo/demoWallet.ts'))
  removeStored(INVITE_CODE_KEY)
  useAppStore.setState({ inviteCode: null, screenWidth: window.innerWidth })
  window.addEventListener('resize', () => useAppStore.setState({ screenWidth: window.innerWidth }))
  // Times follow the chain's clock: the device's clock may be wrong.
  setPresent(() => {
    const { head } = useChainStore.getState()
    return head === null ? Date.now() / 1_000 : chainNow(head, performance.now())
  })
  restoreToken()
  followToken()
  void loadConfig().then((config) => {
    if (config === null) return
    // Each part waits for the former part, so that the page can be drawn, and answer a tap, in between.
    whenIdle(
      () =>
        withCode(
          () => import('../core/chain/poller.ts'),
          ({ startPoller }) => {
            startPoller(config)
            whenIdle(() =>
              withCode(
                () => import('./startRest.ts'),
                ({ startRest }) => startRest(),
              ),
            )
          },
        ),
      CHAIN_LATEST,
    )
  })
}

/**
 * Runs `start` with code that is fetched after the first paint. If the code does not arrive, the shell says so and offers to
 * reload (an update has replaced the file). Once the network is back, the app tries again at once.
 */
function withCode<T>(load: () => Promise<T>, start: (code: T) => void): void {
  load().then(
    (code) => {
      useAppStore.setState({ codeMissing: false })
      start(code)
    },
    () => {
      useAppStore.setState({ codeMissing: true })
      window.addEventListener('online', () => withCode(load, start), { once: true })
    },
  )
}
