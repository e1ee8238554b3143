import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

/** A stake that another token pays. */
export default {
  payWith: 'Trả bằng',
  choose: (token) => `Chọn token để trả, hiện là ${token}`,
  amount: 'Số lượng trả',
  least: 'Nhận tối thiểu, đem stake',
  rest: (token) => `Nếu swap cho nhiều ${token} hơn mức tối thiểu, phần dư ở lại trong ví của bạn`,
  submit: (paid) => `Stake bằng ${paid}`,
  noFee: 'Không đủ BNB để trả phí mạng',
  paused: 'Đang tạm ngừng nhận stake mới',
  sheet: {
    title: 'Xác nhận swap và stake',
    pays: 'Bạn trả, nhiều nhất',
    stake: 'Sau khi stake',
    steps:
      'Ví có thể thực hiện tất cả các bước hoặc không bước nào sẽ hỏi bạn một lần. Với ví khác, bạn xác nhận swap trước, rồi xác nhận stake khi token đã về. Chỉ cấp quyền đúng số cần dùng.',
  },
  unfinished: {
    text: (received, stake) => `Lần swap đã cho ${received}. Còn thiếu bước stake ${stake}.`,
    action: 'Stake',
    leave: 'Không stake',
  },
} satisfies Translation<typeof chinese>
