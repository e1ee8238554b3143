import type { Translation } from '../../i18n/texts.ts'
import type chinese from './linkedTexts.zh.ts'

/** A swap with the stake of its result. */
export default {
  together: 'Một lần xác nhận cho mọi bước dưới đây: tất cả thành công, hoặc không có gì thay đổi',
  togetherPending:
    'Ví thực hiện mọi bước: tất cả thành công, hoặc không có gì thay đổi. Bạn có thể đóng bảng này',
  first: 'Bước 1 trên 2. Bạn xác nhận stake khi token đã về',
  firstPending:
    'Đã gửi swap. Khi swap có trên chuỗi, bạn xác nhận stake. Muốn làm việc khác trước, hãy ngừng chờ: stake khi đó không được gửi, và bạn có thể gửi sau ở trang stake',
  firstAlone: 'Đã gửi swap. Khi swap có trên chuỗi, bạn có thể gửi stake ở trang stake',
  firstDone: 'Swap đã xong. Stake chưa được gửi: bạn có thể gửi ở trang stake',
  last: 'Bước 2 trên 2. Ví phải hiển thị đúng các số này',
  lastUnsent: 'Stake không được gửi. Token từ swap ở trong ví của bạn: bạn vẫn có thể stake ở trang stake',
  received: (received, staked) => `Đã về ${received}, tất cả được stake: ${staked}`,
  kept: (received, staked, kept) => `Đã về ${received}: ${staked} được stake, ${kept} ở lại trong ví của bạn`,
} satisfies Translation<typeof chinese>
