import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  unsupported: 'Vui lòng mở ứng dụng trong ví được hỗ trợ',
  connectFailed: 'Kết nối ví thất bại',
  connectRefused: 'Kết nối ví thất bại: bạn đã từ chối trong ví',
  switchFailed: 'Vui lòng chuyển sang mạng chính BSC',
  switchRefused: 'Vui lòng chuyển sang mạng chính BSC: bạn đã từ chối trong ví',
  signElsewhere: 'Nội dung từ máy chủ không phải là đăng nhập vào trang này. Chưa ký gì cả',
  signRefused: 'Bạn đã từ chối ký trong ví nên chưa đăng nhập',
  signFailed: 'Ký thất bại, vui lòng thử lại',
  systemError: 'Lỗi hệ thống, vui lòng thử lại sau',
  chooseTitle: 'Chọn ví',
  chooseHint: 'Trình duyệt này có nhiều ví. Kết nối ví nào?',
} satisfies Translation<typeof chinese>
