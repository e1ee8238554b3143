/** The facts that the check finds. */
/**
 * hash: the header's · deployment: what the header says it is of · row: header, part and page agree · qualified, highest: the promotion's
 * members, and the most that ever were
 */
export const CHECKS = [
  'hash',
  'deployment',
  'ruleset',
  'row',
  'points',
  'qualified',
  'highest',
  'division',
  'cumulative',
  'weights',
] as const
export type CheckName = (typeof CHECKS)[number]

/** `reason` names one of the words of its check; `values` are for those words. */
export type CheckedFact = {
  name: CheckName
  state: 'right' | 'wrong' | 'unknown'
  reason: string
  values: readonly string[]
}

export function fact(
  name: CheckName,
  state: CheckedFact['state'],
  reason: string = state,
  ...values: string[]
): CheckedFact {
  return { name, state, reason, values }
}
