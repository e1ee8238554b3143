import type { Translation } from '../i18n/texts.ts'
import type chinese from './yieldTexts.zh.ts'

export default {
  title: (amount) => `Paid per day for ${amount}, by day`,
  now: 'now, by the chain',
  empty: 'The first day is not over yet',
  failed: 'The past days cannot be read from the servers now.',
} satisfies Translation<typeof chinese>
