import { createContext } from 'react'
import type { ChainRead } from './chainRead.ts'

/** Maps a read to the read to show: the same read, or under WatchedAccount (watched.ts) the watched account's read. */
export const ShownReads = createContext(<T>(read: ChainRead<T>): ChainRead<T> => read)
