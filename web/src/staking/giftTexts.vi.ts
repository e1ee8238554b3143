import type { Translation } from '../i18n/texts.ts'
import type zh from './giftTexts.zh.ts'

export default {
  older: (count) =>
    `Chỉ liệt kê các vị thế mới nhất mà người khác tặng bạn: còn ${count} số cũ hơn chưa đọc. Quà tặng trong số đó không có trong danh sách lẫn tổng. Chúng vẫn nằm trong hợp đồng và chỉ bạn mới rút được.`,
  more: 'Đọc các số cũ hơn',
  failed:
    'Hiện không đọc được các vị thế mà người khác tặng bạn. Chúng có thể thiếu trong danh sách và trong tổng. Chúng vẫn nằm trong hợp đồng.',
  retry: 'Thử lại',
} satisfies Translation<typeof zh>
