import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  version: (version) => `Phiên bản ${version} · trạng thái`,
  unsafe: (version, least) =>
    `Phiên bản này của ứng dụng (${version}) không còn an toàn: cần phiên bản ${least} trở lên. Bạn chưa được đăng nhập. Hãy tải lại trang; nếu vẫn vậy, hãy so sánh phiên bản ở trang Bảo mật.`,
  look: 'So sánh phiên bản',
  newer: 'Có phiên bản mới của ứng dụng. Tải lại để dùng; giao dịch đang chạy không bị ảnh hưởng.',
} satisfies Translation<typeof chinese>
