/**
 * Runs `work` once the browser is idle, so that taps and painting go first.
 * @param latest milliseconds after which `work` runs in any case
 * @returns a function that cancels the work
 */
export function whenIdle(work: () => void, latest = 2_000): () => void {
  if ('requestIdleCallback' in window && 'cancelIdleCallback' in window) {
    const callback = window.requestIdleCallback(work, { timeout: latest })
    return () => window.cancelIdleCallback(callback)
  }
  // Safari has no idle callback. A timer runs the work shortly after the present paint.
  const timer = setTimeout(work, Math.min(latest, 200))
  return () => clearTimeout(timer)
}
