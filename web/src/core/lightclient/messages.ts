import type { Checkpoint } from '@galx/protocol/release'
import type { AskedAccount, ProvenBlock } from './prove.ts'

/** To the worker: first what to begin with, then each block to prove. */
export type Question =
  | { kind: 'follow'; rpcUrl: string; checkpoint: Checkpoint }
  | { kind: 'prove'; block: number; accounts: AskedAccount[] }

/** `refused`: an answer of the node is not so; `noProofs`: it gives none; `unreachable`: it does not answer. */
export type Trouble = 'refused' | 'noProofs' | 'unreachable'

export type Answer =
  | { kind: 'progress'; done: number; all: number }
  | { kind: 'followed' }
  | { kind: 'proven'; block: ProvenBlock }
  | { kind: 'trouble'; trouble: Trouble; words: string }
