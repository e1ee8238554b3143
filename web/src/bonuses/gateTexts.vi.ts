import type { Translation } from '../i18n/texts.ts'
import type chinese from './gateTexts.zh.ts'

export default {
  title: 'Bonus',
  names: {
    galx: 'Bonus cộng đồng',
    btc: 'Bonus cộng đồng',
    mcm: 'Bonus cộng đồng',
    mcf: 'Bonus cộng đồng',
    zn: 'Bonus cộng đồng',
    aaa: 'Bonus cộng đồng',
    node: 'Bonus node',
    promotion: 'Bonus giới thiệu',
  },
  until: (date) => `, đến ${date}`,
  none: {
    members:
      'Hãy mời thành viên và tự stake: điểm được tính từ giây kế tiếp, ngân sách mỗi kỳ chia theo điểm.',
    node: 'Điểm bắt đầu khi bạn giữ một thẻ node đang hoạt động và đội của bạn có hash power.',
    promotion: 'Được trả từ kỳ mà bạn có một thành viên trực tiếp đạt điều kiện.',
  },
  how: 'Quy tắc và ngân sách',
} satisfies Translation<typeof chinese>
