import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Chào mừng đến GALX',
  invitedTitle: 'Bạn được mời',
  invitedBy: 'Người mời',
  lead: 'Kết nối, đăng nhập, gắn người mời. Chỉ bạn mới có thể rút vốn gốc của mình khỏi hợp đồng.',
  changed: (address) =>
    `Ví của bạn đã chuyển sang ${address}. Lần đăng nhập của tài khoản kia không áp dụng cho tài khoản này: vui lòng đăng nhập lại.`,
  team: (direct, total) => `${direct} trực tiếp · ${total} trong đội`,
  lookingUp: 'Đang tìm người mời…',
  invalid: 'Mã mời này không hợp lệ, vui lòng hỏi lại người mời',
  unreachable: 'Không kết nối được máy chủ nên không hiện được người mời. Bạn vẫn kết nối và stake được.',
  retry: 'Thử lại',
  steps: 'Các bước tham gia',
  step: (number, total) => `Bước ${number}/${total}`,
  done: 'Xong',
  connect: {
    title: 'Kết nối ví',
    text: 'Chỉ đọc địa chỉ của bạn và không chạm vào gì khác.',
    button: 'Kết nối và tiếp tục',
    busy: 'Đang kết nối…',
    switchButton: 'Chuyển sang BSC mainnet',
    done: (address) => `Đã kết nối ${address}`,
  },
  signIn: {
    title: 'Đăng nhập',
    text: 'Một chữ ký: không phí, không cấp quyền.',
    button: 'Đăng nhập',
    busy: 'Hãy ký đăng nhập trong ví…',
    done: 'Đã đăng nhập',
  },
  bind: {
    title: 'Gắn người mời',
    text: 'Ban đầu ở trạng thái chờ, cố định từ lần stake đầu tiên.',
    skip: 'Không có mã mời, bắt đầu luôn',
    own: 'Đây là liên kết mời của bạn: hãy chia sẻ với bạn bè.',
    donePending: (address) => `Người mời ${address}, cố định từ lần stake đầu tiên`,
    doneBound: (address) => `Người mời ${address}, đã lên chuỗi`,
  },
  finish: 'Bắt đầu stake',
  finishTitle: 'Đã xong',
  finishText: 'Stake, và phần thưởng bắt đầu sau một giây.',
  toCommunity: 'Xem cộng đồng của tôi',
} satisfies Translation<typeof chinese>
