import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Thẻ node',
  lead: 'Mỗi thẻ giữ ký quỹ 10,000 MCM mà chỉ người giữ thẻ rút được. Chuyển thẻ thì ký quỹ và node đi cùng.',
  mine: 'Thẻ của tôi',
  count: (count) => count,
  empty: 'Chưa có thẻ node',
  emptyText: 'Hãy mở node với ký quỹ 10,000 MCM, hoặc nhận một thẻ chuyển đến địa chỉ của bạn.',
  emptyAction: 'Mở node',
  connect: 'Kết nối ví để xem thẻ của bạn',
  connectText: 'Thẻ và ký quỹ nằm trên chuỗi và thuộc về địa chỉ ví của bạn.',
  connectButton: 'Kết nối để tiếp tục',
  sinceSignIn: 'sau khi đăng nhập',
  signIn: 'Đăng nhập để xem thẻ được mint khi nào',
  picture: 'Hình thẻ do hợp đồng vẽ',
  pictureMissing: 'Hợp đồng không cho hình',
  contract: 'Hợp đồng thẻ',
  back: 'Quay lại hash power MCM',
} satisfies Translation<typeof chinese>
