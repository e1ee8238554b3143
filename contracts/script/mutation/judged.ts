/** What came of a fault, and what it counts as. */
import type { Mutant } from './choices.ts'
import type { Outcome } from './tests.ts'

/** A generated fault, what came of it in each group of contracts that holds it, and why it changes nothing, if it does not. */
export type Judged = {
  readonly mutant: Mutant
  readonly outcomes: readonly Outcome[]
  /** how many groups of contracts hold it */
  readonly groups: number
  readonly reason: string | undefined
}

export type Count = 'killed' | 'equivalent' | 'survived' | 'refuted' | 'open'

/** @returns what the fault counts as: noticed by a test of any contract that holds it is killed */
export function countOf({ outcomes, groups, reason }: Judged): Count {
  const killed = outcomes.some(({ kind }) => kind === 'failed' || kind === 'endless')
  if (killed) return reason === undefined ? 'killed' : 'refuted'
  // held by two groups, it survives only where the tests of both are known to pass
  if (outcomes.length < groups || outcomes.length === 0 || outcomes.some(({ kind }) => kind === 'broken')) return 'open'
  return reason === undefined ? 'survived' : 'equivalent'
}
