import type { Head } from './chainStore.ts'

/**
 * Chain time now, in seconds with a fraction: the head's time plus the time that the page has measured since it read the head. The device's
 * own clock may be wrong, and may be set meanwhile.
 * @param milliseconds by performance.now()
 */
export function chainNow(head: Head, milliseconds: number): number {
  return head.timestamp + Math.max(0, milliseconds - head.readAt) / 1_000
}
