import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  silent: {
    connect: 'Ví của bạn chưa trả lời. Hãy mở ví và tìm yêu cầu đang chờ.',
    connectPending: 'Trong ví đã có một yêu cầu kết nối: hãy mở ví và trả lời ở đó.',
    sign: 'Ví của bạn chưa trả lời yêu cầu ký. Hãy mở ví và tìm yêu cầu; trả lời muộn vẫn được tính.',
  },
  pending: 'Trong ví còn một yêu cầu đang chờ: hãy mở ví và trả lời ở đó trước',
  askAgain: 'Hỏi lại',
  chain: {
    elsewhere: 'Ví của bạn không ở mạng chính BSC.',
    refused: 'Bạn đã từ chối chuyển mạng, ví vẫn không ở mạng chính BSC.',
    failed: 'Ví không chuyển mạng. Hãy chọn mạng chính BSC trong danh sách của ví, hoặc thử lại.',
    silent:
      'Ví chưa trả lời yêu cầu chuyển mạng. Hãy mở ví, hoặc chọn mạng chính BSC trong danh sách của ví.',
    pending: 'Trong ví còn một yêu cầu đang chờ: hãy trả lời ở đó trước, rồi chuyển mạng.',
  },
  chainDown:
    'Không kết nối được node nào của chuỗi: không đọc được số dư và phần thưởng, và không gửi được gì.',
  openTitle: 'Mở trong ví',
  openText:
    'Trình duyệt này không có ví được hỗ trợ. Trên điện thoại, hãy chọn một ví: trang này sẽ mở trong trình duyệt của ví, kèm mã mời của bạn.',
  openCopy: 'Sao chép liên kết của trang này',
  openPasteIn: (wallet) => `${wallet}: sao chép liên kết`,
  openPaste: (wallet) => `Đã sao chép liên kết. Hãy mở ${wallet} và dán vào trình duyệt của ví.`,
  openLook: 'Tôi đã cài ví, tìm lại',
  openRead: 'Không có ví, bạn vẫn đọc được mọi thông tin công khai.',
  openQr: 'Quét bằng ví trên điện thoại để mở trang này',
  signOutHere: 'Đã đăng xuất trên thiết bị này; máy chủ không trả lời nên phiên sẽ tự hết hạn sau',
  signOut: 'Đăng xuất',
  disconnect: 'Ngắt kết nối',
  invite: {
    hint: 'Bạn bè vào qua liên kết này và stake lần đầu sẽ thành thành viên trực tiếp của bạn.',
    code: 'Mã mời',
    link: 'Liên kết mời',
    qr: 'Mã QR của liên kết mời',
    needsWallet: 'Kết nối ví để lấy mã mời.',
    needsSignIn: 'Đăng nhập để xem mã mời. Đăng nhập là một chữ ký và không mất phí.',
    away: 'Không kết nối được máy chủ',
    awayText: 'Hiện không đọc được mã mời. Stake, rút stake và nhận thưởng vẫn hoạt động.',
  },
  share: 'Chia sẻ',
  shareText: 'Tham gia GALX cùng tôi:',
} satisfies Translation<typeof chinese>
