import { useContext, useEffect, createContext } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { mapKeyed, type Keyed } from '../state/keyed.ts'
import { LOADING, type Reading } from '../state/reading.ts'
import { readingIn, useChainStore, type ChainState, type Head } from './chainStore.ts'
import { mountRead } from './mountedReads.ts'
import type { ChainRead } from './chainRead.ts'
import { headRead } from './reads.ts'

type ChainReadOptions = {
  /** milliseconds between two readings; by default 3 s, which is the shortest interval */
  every?: number
}

const OFTEN = 3_000

function useMounted(reads: readonly ChainRead<unknown>[], every: number): void {
  const keys = reads.map(({ key }) => key).join()
  useEffect(() => {
    const ends = reads.map((read) => mountRead(read, every))
    return () => {
      for (const end of ends) end()
    }
    // The key identifies the read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [keys, every])
}

/** Reads from the chain, and keeps the value up to date while the component is on the screen. */
export function useChainRead<T>(given: ChainRead<T>, { every = OFTEN }: ChainReadOptions = {}): Reading<T> {
  const read = useContext(ShownReads)(given)
  useMounted([read], every)
  return useChainStore((state) => readingIn(state, read))
}

/** Reads several values from the chain, by the same keys. */
export function useChainReads<Key extends string, T>(
  given: Keyed<Key, ChainRead<T>>,
  { every = OFTEN }: ChainReadOptions = {},
): Keyed<Key, Reading<T>> {
  const reads = mapKeyed(given, useContext(ShownReads))
  useMounted(Object.values(reads), every)
  return useChainStore(useShallow((state) => mapKeyed(reads, (read) => readingIn(state, read) ?? LOADING)))
}

/** The newest block that was read, kept up to date; null before the first reading. */
export function useHead(): Head | null {
  useMounted([headRead], OFTEN)
  return useChainStore((state) => state.head)
}

/** Whether the chain answers. */
export function useConnection(): ChainState['connection'] {
  return useChainStore((state) => state.connection)
}

/** Maps a read to the read to show: the same read, or under WatchedAccount (watched.ts) the watched account's read. */
export const ShownReads = createContext(<T>(read: ChainRead<T>): ChainRead<T> => read)
