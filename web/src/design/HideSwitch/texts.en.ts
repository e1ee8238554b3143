import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  hide: 'Hide amounts',
  on: 'On',
  off: 'Off',
} satisfies Translation<typeof chinese>
