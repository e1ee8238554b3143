import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  pages: {
    mcf: {
      title: 'Gửi kỳ hạn MCF',
      lead: 'Gửi MCM từ 30 đến 360 ngày: kỳ hạn càng dài, cùng số lượng càng được tính nhiều. Hết hạn rút bất cứ lúc nào; chi phí rút sớm hiện theo từng giây trước khi bạn ký.',
    },
    mcfRecord: {
      title: 'Lịch sử MCF',
      lead: 'Mọi lần gửi, rút và nhận thưởng, mới nhất trước, mỗi lần kèm giao dịch trên chuỗi.',
    },
  },
  deposits: 'Tiền gửi của tôi',
  deposit: 'Gửi mới',
  recent: 'Lịch sử gần đây',
  back: 'Quay lại gửi kỳ hạn',
} satisfies Translation<typeof chinese>
