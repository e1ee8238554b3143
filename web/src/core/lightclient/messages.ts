import type { Checkpoint } from '@galx/protocol/release'
import type { AskedAccount, ProvenBlock } from './prove.ts'

/** Messages to the worker: first the node and the checkpoint, then each block to prove. */
export type Question =
  | { kind: 'follow'; rpcUrl: string; checkpoint: Checkpoint }
  | { kind: 'prove'; block: number; accounts: AskedAccount[] }

/** `refused`: an answer of the node is false; `noProofs`: the node gives no proofs; `unreachable`: the node does not answer. */
export type Trouble = 'refused' | 'noProofs' | 'unreachable'

export type Answer =
  | { kind: 'progress'; done: number; all: number }
  | { kind: 'followed' }
  | { kind: 'proven'; block: ProvenBlock }
  | { kind: 'trouble'; trouble: Trouble; words: string }
