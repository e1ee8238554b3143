import type { Translation } from '../../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Ảnh để chia sẻ',
  head: 'Bạn được mời đến GALX',
  code: 'Mã mời',
  promise: 'Vốn gốc của bạn nằm trong hợp đồng không ai đổi được',
  alt: (code) => `Ảnh lời mời với mã ${code}`,
  hint: 'Bạn cũng có thể nhấn giữ ảnh',
  share: 'Chia sẻ hoặc lưu',
  failed: 'Không tạo được ảnh. Liên kết trên trang vẫn dùng được.',
} satisfies Translation<typeof chinese>
