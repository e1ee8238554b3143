import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** What was compared of reserves and debts. */
export default {
  covered: 'Reserves sufficient',
  short: 'Reserves short',
  coveredLong: (covered) =>
    `Reserves sufficient, as just compared by your browser: of all ${covered} tokens the staking contract holds at least the principal and the budgets that it owes. See how`,
  partlyLong: (covered, partly) =>
    `Reserves sufficient, as just compared by your browser: of ${covered} ${covered === '1' ? 'token' : 'tokens'} the staking contract holds at least the principal and the budgets that it owes; of ${partly} more only the least owed is known. See how`,
  shortLong: (short) =>
    `Reserves short, as just compared by your browser: of ${short} ${short === '1' ? 'token' : 'tokens'} the staking contract holds less than it owes. See which`,
} satisfies Translation<typeof chinese>
