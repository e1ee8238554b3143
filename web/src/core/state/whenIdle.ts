/**
 * Runs `work` once the browser is idle, so that taps and painting go first.
 * @param latest milliseconds after which `work` runs in any case
 */
export function whenIdle(work: () => void, latest = 2_000): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: latest })
  // Safari has no idle callback. A timer runs the work shortly after the present paint.
  else setTimeout(work, Math.min(latest, 200))
}
