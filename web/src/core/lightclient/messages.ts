import type { Checkpoint } from '@galx/protocol/release'
import type { FalsePart } from './header.ts'
import type { AskedAccount, ProvenBlock } from './prove.ts'

/** Messages to the worker: first the node and the checkpoint, then each block to prove. */
export type Question =
  | { kind: 'follow'; rpcUrl: string; checkpoint: Checkpoint }
  | { kind: 'prove'; block: number; accounts: AskedAccount[] }

/** A false part of the node's answers; `noProofs`: the node gives no proofs; `unreachable`: the node does not answer. */
export type Trouble = FalsePart | 'noProofs' | 'unreachable'

export type Answer =
  | { kind: 'progress'; done: number; all: number }
  | { kind: 'followed' }
  | { kind: 'proven'; block: ProvenBlock }
  | { kind: 'trouble'; trouble: Trouble }
