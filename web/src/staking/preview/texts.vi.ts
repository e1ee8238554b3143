import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  unknown: '—',
  fee: (amount: string) => `≈ ${amount} BNB`,
  typical: 'thường thấy',
  typicalLong:
    'Không thể mô phỏng giao dịch này trước khi cấp quyền: đây là lượng gas đo được của các giao dịch tương tự theo giá gas hiện tại',
  worth: (amount: string) => `≈ ${amount} USDT`,
  byPool: 'theo giá pool',
  byPoolLong: 'Theo dự trữ của các pool swap lúc này, chưa tính phí và tác động giá; bán thật sẽ được ít hơn',
  noPool: 'Không pool nào cho giá',
  compound: (token: string) => `Hoặc stake phần thưởng ${token}`,
  costly: (cost: string, gain: string) => `Hiện chưa đáng: tốn ${cost}, được ${gain} USDT`,
} satisfies Translation<typeof chinese>
