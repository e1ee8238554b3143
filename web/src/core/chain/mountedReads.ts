/** The reads that mounted components show, with the interval of each read. */
import type { ChainRead } from './chainRead.ts'

export type MountedRead = {
  read: ChainRead<unknown>
  /** milliseconds between two readings: the shortest interval that a component wants */
  every: number
}

const mounted = new Map<string, { read: ChainRead<unknown>; wishes: Set<{ every: number }> }>()
const listeners = new Set<() => void>()

/** Keeps a read up to date. @returns a function that stops the updates */
export function mountRead(read: ChainRead<unknown>, every: number): () => void {
  const entry = mounted.get(read.key) ?? { read, wishes: new Set() }
  const wish = { every }
  mounted.set(read.key, entry)
  entry.wishes.add(wish)
  for (const listener of listeners) listener()
  return () => {
    entry.wishes.delete(wish)
    if (entry.wishes.size === 0) mounted.delete(read.key)
  }
}

export function mountedReads(): MountedRead[] {
  return [...mounted.values()].map(({ read, wishes }) => ({
    read,
    every: Math.min(...[...wishes].map(({ every }) => every)),
  }))
}

/** Calls `listener` whenever a component begins to show a read. */
export function onMount(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
