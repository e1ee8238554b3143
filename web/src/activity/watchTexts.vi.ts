import type { Translation } from '../i18n/texts.ts'
import type chinese from './watchTexts.zh.ts'

export default {
  title: 'Xem bất kỳ địa chỉ nào',
  label: 'Địa chỉ',
  text: 'Không cần ví: stake, thu nhập, bonus và lịch sử đều công khai trên chuỗi.',
  look: 'Xem',
  wrong: 'Đây không phải địa chỉ đầy đủ: 0x và 40 ký tự, giữ nguyên chữ hoa chữ thường',
  banner: (address) => `Bạn đang xem ${address}, chỉ đọc`,
  leave: 'Thoát',
  back: 'Quay lại',
  whole: 'Địa chỉ đầy đủ',
  owed: { title: 'Có thể nhận', none: 'Hiện không có gì để nhận', day: (rate) => `≈ ${rate} mỗi ngày` },
  bonuses: {
    title: 'Bonus',
    none: 'Địa chỉ này chưa từng được cấp bonus',
    failed: 'Hiện không đọc được bonus',
    failedText: 'Máy chủ không trả lời. Bonus đã cấp nằm trong các tệp đã công bố và không mất.',
    granted: 'Tổng đã cấp',
    drawn: 'Đã nhận',
  },
  passes: {
    title: 'Thẻ node',
    none: 'Địa chỉ này không giữ thẻ node nào',
    failed: 'Hiện không đọc được các thẻ',
  },
  retry: 'Thử lại',
} satisfies Translation<typeof chinese>
