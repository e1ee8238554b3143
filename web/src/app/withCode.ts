import { useAppStore } from '../core/state/appStore.ts'

/** The code that has not arrived. */
const missing = new Set<() => Promise<unknown>>()

/**
 * Runs `start` with code that is fetched after the first paint. If the code does not arrive, the shell says so and offers to
 * reload (an update has replaced the file). Once the network is back, the app tries again at once.
 */
export function withCode<T>(load: () => Promise<T>, start: (code: T) => void): void {
  load().then(
    (code) => {
      if (missing.delete(load) && missing.size === 0) useAppStore.setState({ codeMissing: false })
      start(code)
    },
    () => {
      missing.add(load)
      useAppStore.setState({ codeMissing: true })
      window.addEventListener('online', () => withCode(load, start), { once: true })
    },
  )
}
