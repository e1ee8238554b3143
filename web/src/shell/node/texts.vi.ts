import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  entry: 'Node của chuỗi',
  title: 'Node của chuỗi',
  lead: 'Ứng dụng đọc số dư, phần thưởng và mọi số liệu của trung tâm bảo mật từ node này, rồi so với một node khác.',
  options: {
    site: { title: 'Node của trang', text: 'Do đơn vị vận hành trang chọn' },
    wallet: {
      title: 'Node của ví',
      text: 'Node mà ví của bạn dùng; khi chưa kết nối ví, là node của trang',
    },
    own: { title: 'Node của riêng tôi', text: 'Nhập bên dưới, chỉ lưu trên thiết bị này' },
  },
  walletNeeded: 'Kết nối ví để chọn',
  demo: 'Ví demo không có node riêng',
  address: 'Địa chỉ node',
  addressHint: 'Bắt đầu bằng https://. Trên máy tính của bạn có thể là http://localhost.',
  test: 'Thử và lưu',
  testing: 'Đang thử…',
  kept: 'Node hoạt động và đã được lưu',
  remove: 'Xóa địa chỉ',
  faults: {
    address: 'Địa chỉ phải bắt đầu bằng https://, hoặc bằng http://localhost',
    site: 'Đây là node của trang: không thể so với chính nó',
    noAnswer: 'Node này không trả lời, hoặc không cho phép yêu cầu từ trang web (CORS)',
    otherChain: 'Node này không ở trên chuỗi của ứng dụng',
    noCalls: 'Node này không trả lời lệnh gọi hợp đồng',
    late: 'Khối mới nhất của node này đã cũ',
  },
  withWords: (fault, words) => `${fault}: ${words}`,
  privacy: 'Node thấy địa chỉ IP của bạn và các tài khoản mà ứng dụng tra cứu.',
  differs: (count) =>
    `Hai node cho giá trị khác nhau ở ${count} số liệu: ít nhất một node sai. Bạn vẫn rút được.`,
  says: (node, value) => `${node}: ${value}`,
  look: 'Xem',
} satisfies Translation<typeof chinese>
