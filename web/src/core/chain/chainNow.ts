import type { Head } from './chainStore.ts'

/**
 * Chain time now, seconds with a fraction: the head's time plus what this device's clock has counted since it was read.
 * The device's clock itself may be wrong; only its differences are used.
 */
export function chainNow(head: Head, nowMilliseconds: number): number {
  return head.timestamp + Math.max(0, nowMilliseconds - head.readAt) / 1_000
}
