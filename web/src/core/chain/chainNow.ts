import type { Head } from './chainStore.ts'

/**
 * Chain time now, seconds with a fraction: the head's time plus what the page has counted since it was read. The device's own clock may be
 * wrong, or be set meanwhile.
 * @param milliseconds by performance.now()
 */
export function chainNow(head: Head, milliseconds: number): number {
  return head.timestamp + Math.max(0, milliseconds - head.readAt) / 1_000
}
