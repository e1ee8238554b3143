import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  index: 'Swap',
  safe: 'Trung tâm bảo mật',
  earn: 'Thu nhập',
  rank: 'Xếp hạng node',
  btc: 'Hash power BTC',
  mcf: 'Gửi kỳ hạn MCF',
  mcfRecord: 'Lịch sử MCF',
  aaaJiJin: 'Quỹ AAA',
  zn: 'Vault thông minh ZN',
  znRecord: 'Lịch sử ZN',
  mcm: 'Hash power MCM',
  mcmEarn: 'Hash power MCM',
  mcmCommunity: 'Cộng đồng MCM',
  hidden: 'Thẻ node',
  galx: 'Hệ sinh thái GALX',
  hidden1: 'Trạng thái',
  community: 'Cộng đồng của tôi',
  start: 'Lời mời',
} satisfies Translation<typeof chinese>
