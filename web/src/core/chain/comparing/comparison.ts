/** The result of comparing two nodes, for the banner and for /safe. */
import { create } from 'zustand'
import type { HexString } from '@galx/protocol/webConfig'
import type { NodeName } from '../nodeChoice.ts'
import type { AnsweredCall } from '../answered.ts'

/**
 * The reason why nothing could be compared. `behind`: the second node does not have the block yet; `pruned`: it no longer has the block's
 * state; `otherBlock`: it has another block with that number, possibly only for a moment; `noAnswer`: any other reason.
 */
export type Obstacle = 'behind' | 'pruned' | 'otherBlock' | 'noAnswer'

export type Value = unknown

/** A figure with different values on the two nodes; undefined: no answer. */
export type DifferentFigure = {
  call: Pick<AnsweredCall, 'target' | 'functionName' | 'args'>
  /** names of fields and positions in lists, outermost first; empty if the answer is a single value */
  path: readonly string[]
  first: Value
  second: Value
}

export type Difference = {
  figures: readonly DifferentFigure[]
  first: NodeName
  second: NodeName
  block: bigint
  /** milliseconds since 1970, by the device's clock */
  at: number
}

export type Comparison = {
  first: NodeName
  /** null: there is no second node */
  second: NodeName | null
  /** the last successful comparison */
  done: { block: bigint; parentHash: HexString; at: number; answers: number } | null
  /** the reason why the last attempt compared nothing; null after a successful attempt */
  obstacle: { kind: Obstacle; words: string; block: bigint; at: number } | null
  /** the block at which the contracts' code was compared */
  codes: bigint | null
  /** the number of answers that the app shows now, and the number of these answers that were compared within the last 90 seconds */
  shown: { answers: number; compared: number }
  /** by call; a difference is removed once both nodes give the same answer */
  differences: Readonly<Record<string, Difference>>
}

export const NOT_COMPARED: Comparison = {
  first: 'site',
  second: null,
  done: null,
  obstacle: null,
  codes: null,
  shown: { answers: 0, compared: 0 },
  differences: {},
}

export const useComparison = create<Comparison>()(() => NOT_COMPARED)
