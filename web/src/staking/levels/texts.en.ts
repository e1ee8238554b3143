import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  waits: (multiplier, token) =>
    `Your level’s boost of ×${multiplier} does not apply to your staked ${token} yet.`,
  less: (amount, unit) => ` Without this boost you now earn about ${amount} ${unit} a day less.`,
  action: 'Update boost',
} satisfies Translation<typeof chinese>
