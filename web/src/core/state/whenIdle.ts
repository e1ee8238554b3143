/**
 * Runs `work` once the browser has nothing better to do, so that taps and painting go first.
 * @param latest milliseconds after which it runs in any case
 */
export function whenIdle(work: () => void, latest = 2_000): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: latest })
  // Safari has no idle callback: a task of its own, a moment after what is being drawn now.
  else setTimeout(work, Math.min(latest, 200))
}
