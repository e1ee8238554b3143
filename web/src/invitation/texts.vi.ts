import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Gắn người mời',
  label: 'Mã mời',
  hint: '8 chữ cái và chữ số, từ người đã mời bạn',
  incomplete: (count) => `còn ${count} ký tự`,
  checking: 'Đang tìm người mời…',
  invalid: 'Mã mời này không hợp lệ, vui lòng hỏi lại người mời',
  own: 'Đây là mã của bạn: bạn không thể mời chính mình',
  unreachable: 'Không kết nối được máy chủ nên hiện không kiểm tra được mã',
  preview: 'Người mời',
  team: (direct, total) => `${direct} trực tiếp · ${total} trong đội`,
  submit: 'Gắn người mời',
  signInFirst: 'Đăng nhập và gắn',
  connectFirst: 'Kết nối rồi gắn',
  done: 'Đã gắn. Sẽ cố định từ lần stake đầu tiên',
  retry: 'Thử lại',
  note: 'Ban đầu ở trạng thái chờ; lần stake đầu tiên ghi lên chuỗi, sau đó không đổi được.',
} satisfies Translation<typeof chinese>
