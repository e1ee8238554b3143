/** Runs `work` once the browser has nothing better to do, at the latest after two seconds. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 300)
}
