import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  title: 'Hệ sinh thái GALX',
  lead: 'Stake GALX, riêng hoặc cùng MCM, và nhận thưởng từng giây. Chỉ bạn mới có thể rút vốn gốc của mình khỏi hợp đồng.',
  unknown: '—',
  stake: 'Stake',
  visitors: {
    trust: 'Không cần tin ai, kể cả chúng tôi',
    principal: {
      title: 'Không ai chạm được vào vốn gốc của bạn',
      text: 'Không nâng cấp hợp đồng, không quản trị viên nào rút được',
    },
    rewards: {
      title: 'Phần thưởng được nạp trước',
      text: 'Không bao giờ trả từ tiền gửi của người khác',
    },
    servers: {
      title: 'Bạn vẫn rút được dù mọi máy chủ biến mất',
      text: 'Rút và nhận thưởng chỉ cần chuỗi',
    },
    pools: 'Mỗi pool hiện trả bao nhiêu',
    anyTime: (tokens) => `Stake ${tokens}, rút bất cứ lúc nào`,
    upTo: (tokens, term, multiplier) => `Stake ${tokens} trong ${term}, ×${multiplier}`,
    perThousand: 'cho một nghìn mỗi ngày',
  },
} satisfies Translation<typeof chinese>
