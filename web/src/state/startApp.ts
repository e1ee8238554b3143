/** Starts the app's core: once, before the router looks at the first address. */
import { loadConfig } from '../config/loadConfig.ts'
import { restoreToken } from '../session/token.ts'
import { useAppStore } from './appStore.ts'
import { setEffects, type Effects } from './effects.ts'
import { INVITE_CODE_KEY, removeStored } from './storage.ts'

/**
 * Removes the saved invite code (a new visit, a new invitation), takes up the stored token and begins to read the
 * configuration. What is heavy (chain, transactions) is loaded afterwards, off the first paint.
 */
export function startApp(effects: Effects): void {
  setEffects(effects)
  removeStored(INVITE_CODE_KEY)
  useAppStore.setState({ inviteCode: null, screenWidth: window.innerWidth })
  window.addEventListener('resize', () => useAppStore.setState({ screenWidth: window.innerWidth }))
  restoreToken()
  void loadConfig().then(async (config) => {
    if (config === null) return
    const [{ startPoller }, { resumeTransactions }] = await Promise.all([
      import('../chain/poller.ts'),
      import('../transactions/resume.ts'),
    ])
    startPoller(config)
    resumeTransactions()
  })
}
