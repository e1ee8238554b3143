import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  waits: (multiplier, token) => `Your boost of ×${multiplier} is not applied to your ${token} yet.`,
  less: (amount, unit) => ` You earn about ${amount} ${unit} a day less.`,
  action: 'Update boost',
} satisfies Translation<typeof chinese>
