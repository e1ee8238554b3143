/** The outcome of a fault, and the count that it belongs to. */
import type { Mutant } from './choices.ts'
import type { Outcome } from './tests.ts'

/** A generated fault, its outcome in each group of contracts that contains it, and the reason why it changes nothing, if there is one. */
export type Judged = {
  readonly mutant: Mutant
  readonly outcomes: readonly Outcome[]
  /** the number of groups of contracts that contain the fault */
  readonly groups: number
  readonly reason: string | undefined
}

export type Count = 'killed' | 'equivalent' | 'survived' | 'refuted' | 'open'

/** @returns the count of the fault: a fault that a test of any containing contract notices is killed */
export function countOf({ outcomes, groups, reason }: Judged): Count {
  const killed = outcomes.some(({ kind }) => kind === 'failed' || kind === 'endless')
  if (killed) return reason === undefined ? 'killed' : 'refuted'
  // A fault of two groups survives only if the tests of both groups are known to pass.
  if (outcomes.length < groups || outcomes.length === 0 || outcomes.some(({ kind }) => kind === 'broken')) return 'open'
  return reason === undefined ? 'survived' : 'equivalent'
}
