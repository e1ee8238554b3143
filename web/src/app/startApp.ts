/** Starts the app's core: once, before the router looks at the first address. */
import { presentMilliseconds } from '../core/chain/chainNow.ts'
import { loadConfig } from '../core/config/loadConfig.ts'
import { followToken, restoreToken } from '../core/session/token.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { setEffects, type Effects } from '../core/state/effects.ts'
import { INVITE_CODE_KEY, removeStored } from '../core/state/storage.ts'
import { whenIdle } from '../core/state/whenIdle.ts'
import { provideDemoWallet } from '../core/wallet/demoWallet.ts'
import { setPresent } from '../design/RelativeTime/present.ts'
import { withCode } from './withCode.ts'

/** The longest time from the configuration's arrival to the start of the chain's reader, milliseconds. */
const CHAIN_LATEST = 300

/**
 * Removes the saved invite code (a new visit is a new invitation), restores the stored token and begins to read the configuration. Large
 * code (chain, transactions) is loaded after the first paint.
 */
export function startApp(effects: Effects): void {
  setEffects(effects)
  // Needs neither configuration nor page: a browser may translate the page as soon as React has drawn it.
  withCode(
    () => import('./translatedPage.ts'),
    ({ followTranslators }) => followTranslators(),
  )
  provideDemoWallet(() => import('../demo/demoWallet.ts'))
  removeStored(INVITE_CODE_KEY)
  useAppStore.setState({ inviteCode: null, screenWidth: window.innerWidth })
  window.addEventListener('resize', () => useAppStore.setState({ screenWidth: window.innerWidth }))
  // Times follow the chain's clock: the device's clock may be wrong.
  setPresent(() => presentMilliseconds() / 1_000)
  restoreToken()
  followToken()
  void loadConfig().then((config) => {
    if (config === null) return
    // Each part starts once the part before it is done, so that the page can render and answer taps in between.
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
