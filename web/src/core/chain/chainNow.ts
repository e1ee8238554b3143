import { useChainStore, type Head } from './chainStore.ts'

/**
 * Chain time now, in seconds with a fraction: the head's time plus the time that the page has measured since it read the head. The device's
 * clock may be wrong, and may be changed while the page is open.
 * @param milliseconds by performance.now()
 */
export function chainNow(head: Head, milliseconds: number): number {
  return head.timestamp + Math.max(0, milliseconds - head.readAt) / 1_000
}

/** The present in milliseconds since 1970: by the chain's clock once a block has been read, before that by the device's clock. */
export function presentMilliseconds(): number {
  const { head } = useChainStore.getState()
  return head === null ? Date.now() : Math.floor(1_000 * chainNow(head, performance.now()))
}
