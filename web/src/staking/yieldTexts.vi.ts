import type { Translation } from '../i18n/texts.ts'
import type chinese from './yieldTexts.zh.ts'

export default {
  title: (amount) => `Số đã trả mỗi ngày cho ${amount}, theo ngày`,
  now: 'hiện tại, theo chuỗi',
  empty: 'Ngày đầu tiên chưa kết thúc',
  failed: 'Hiện không đọc được các ngày trước từ máy chủ.',
} satisfies Translation<typeof chinese>
