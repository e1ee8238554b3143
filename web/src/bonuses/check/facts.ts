/** The facts that the check finds. */
/**
 * hash: the header's hash · deployment: the deployment that the header names · row: header, part and page agree · qualified: the
 * promotion's qualified members · highest: the highest number of qualified members so far · voucher: its two signatures, its nonce and its
 * amount
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
  'voucher',
] as const
export type CheckName = (typeof CHECKS)[number]

/** `reason` names one of the check's texts; `values` fill in that text. */
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
