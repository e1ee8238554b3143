import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  preparing: 'Sắp ra mắt',
  preparingText:
    'Trang này đang được chuẩn bị. Trong lúc đó, stake, nhận thưởng và mời bạn trong hệ sinh thái GALX vẫn hoạt động.',
  preparingHint: 'Khi hoàn thành, trang sẽ hiện ngay tại đây.',
  preparingAction: 'Tới hệ sinh thái GALX',
  community: 'Cộng đồng của tôi',
  oldBrowser: 'Trình duyệt này không mở được GALX',
  oldBrowserText:
    'GALX cần JavaScript, và Chrome 87, iOS 14 (Safari 14) trở lên. Hãy cập nhật trình duyệt hoặc ứng dụng ví, hoặc mở liên kết này trong trình duyệt khác. Tài sản của bạn không bị ảnh hưởng.',
} satisfies Translation<typeof chinese>
