import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** Texts about the comparison of reserves and debts. */
export default {
  covered: 'Reserves sufficient',
  short: 'Reserves short',
  coveredLong: (covered) =>
    `Reserves sufficient, as just compared by your browser: the staking contract holds at least the owed principal and budgets of all ${covered} tokens. See how`,
  partlyLong: (covered, partly) =>
    `Reserves sufficient, as just compared by your browser: the staking contract holds at least the owed principal and budgets of ${covered} ${covered === '1' ? 'token' : 'tokens'}; for ${partly} more only the least debt is known. See how`,
  shortLong: (short) =>
    `Reserves short, as just compared by your browser: the staking contract holds less than it owes of ${short} ${short === '1' ? 'token' : 'tokens'}. See which`,
} satisfies Translation<typeof chinese>
