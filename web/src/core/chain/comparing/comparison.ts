/** What the comparison of two nodes has found, for the banner and for /safe. */
import { create } from 'zustand'
import type { HexString } from '@galx/protocol/webConfig'
import type { NodeName } from '../nodeChoice.ts'
import type { AnsweredCall } from '../answered.ts'

/**
 * Why nothing could be compared. `behind`: the second has not got the block; `pruned`: it has not got its state any more;
 * `otherBlock`: it has another block by that number, as may be for a moment; `noAnswer`: anything else.
 */
export type Obstacle = 'behind' | 'pruned' | 'otherBlock' | 'noAnswer'

export type Value = unknown

/** One figure for which the two nodes give different values; undefined: no answer. */
export type DifferentFigure = {
  call: Pick<AnsweredCall, 'target' | 'functionName' | 'args'>
  /** names of fields and places in lists, outermost first; empty where the answer is one value */
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
  /** null: no second node is there */
  second: NodeName | null
  /** of the last time that the second was asked and could answer */
  done: { block: bigint; parentHash: HexString; at: number; answers: number } | null
  /** why the last attempt compared nothing; null after one that did */
  obstacle: { kind: Obstacle; words: string; block: bigint; at: number } | null
  /** the block at which the contracts' code was compared */
  codes: bigint | null
  /** of the answers that the app has now: how many there are, and how many were compared within the last minute and a half */
  shown: { answers: number; compared: number }
  /** by call; one goes when the same call is answered alike */
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
