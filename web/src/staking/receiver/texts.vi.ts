import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  label: 'Địa chỉ người nhận',
  placeholder: '0x…',
  problem: {
    form: 'Địa chỉ gồm 0x và 40 ký tự thập lục phân',
    checksum: 'Sai mã kiểm tra (chữ hoa): hãy tìm ký tự gõ nhầm',
    zero: 'Đây là địa chỉ 0: không thuộc về ai',
    self: 'Đây là địa chỉ của chính bạn',
    contract: 'Đây là hợp đồng của ứng dụng này, không dùng được token gửi đến',
  },
  hint: 'Dán cả địa chỉ và đối chiếu từng nhóm ký tự với người nhận',
  check: 'Đối chiếu từng nhóm',
  bnbName: (name) => `Địa chỉ này có tên ${name}`,
  resembles:
    'Chỉ phần đầu và phần cuối giống một địa chỉ mà bạn biết. Kẻ lừa đảo tạo ra những địa chỉ như vậy. Địa chỉ mà bạn biết:',
  enter: 'Nhập địa chỉ',
} satisfies Translation<typeof chinese>
