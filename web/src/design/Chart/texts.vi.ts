import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  empty: 'Chưa có dữ liệu',
  summary: (from, to, low, high, last) =>
    `${from} đến ${to}: thấp nhất ${low}, cao nhất ${high}, mới nhất ${last}. Dùng phím mũi tên trái và phải để đọc từng điểm.`,
  pointAt: (value, time) => `${value}, ${time}`,
  logarithmic: 'thang logarit',
  rangesLabel: 'Khoảng thời gian',
  ranges: {
    hour: '1 giờ',
    day: '24 giờ',
    week: '7 ngày',
    month: '30 ngày',
    quarter: '90 ngày',
    year: '1 năm',
    all: 'Tất cả',
  },
} satisfies Translation<typeof chinese>
