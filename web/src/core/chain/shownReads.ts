import { createContext } from 'react'
import type { ChainRead } from './chainRead.ts'

/** Which read stands for a read that a part names: itself, or under watched.ts the same of another account. */
export const ShownReads = createContext(<T>(read: ChainRead<T>): ChainRead<T> => read)
