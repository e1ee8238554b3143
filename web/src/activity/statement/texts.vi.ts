import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Sao kê một năm',
  lead: 'Mọi số lượng token vào và ra khỏi địa chỉ này trong một năm (UTC), đến đơn vị nhỏ nhất, từ các khối đã chốt của chuỗi.',
  year: 'Năm',
  format: 'Định dạng',
  proof:
    'Ai cũng có thể tạo lại tệp này từ log của chuỗi và so từng dòng: npm run audit:rewards -- --statement FILE',
  program: (name: string) =>
    `Các cột mà ${name} nhập được. Khối và hash chỉ có trong định dạng GALX. Hãy kiểm tra cơ quan thuế của bạn xếp từng loại thế nào.`,
  save: 'Lưu tệp',
  failed: 'Chưa tạo được tệp: máy chủ hoặc node không trả lời. Vui lòng thử lại sau.',
} satisfies Translation<typeof chinese>
