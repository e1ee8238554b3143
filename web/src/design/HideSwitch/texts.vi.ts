import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  hide: 'Ẩn số tiền',
  on: 'Bật',
  off: 'Tắt',
} satisfies Translation<typeof chinese>
