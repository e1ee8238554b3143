import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  waits: (multiplier, token) => `Boost ×${multiplier} của bạn chưa áp dụng cho ${token} của bạn.`,
  less: (amount, unit) => ` Mỗi ngày bạn nhận ít hơn khoảng ${amount} ${unit}.`,
  action: 'Cập nhật boost',
} satisfies Translation<typeof chinese>
