import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  covered: 'Dự trữ đủ',
  short: 'Dự trữ thiếu',
  coveredLong: (covered) =>
    `Dự trữ đủ, trình duyệt của bạn vừa so sánh: hợp đồng stake giữ ít nhất bằng vốn gốc và ngân sách còn nợ của cả ${covered} token. Xem cách tính`,
  partlyLong: (covered, partly) =>
    `Dự trữ đủ, trình duyệt của bạn vừa so sánh: hợp đồng stake giữ ít nhất bằng vốn gốc và ngân sách còn nợ của ${covered} token; với ${partly} token nữa chỉ biết mức nợ tối thiểu. Xem cách tính`,
  shortLong: (short) =>
    `Dự trữ thiếu, trình duyệt của bạn vừa so sánh: hợp đồng stake giữ ít hơn số còn nợ của ${short} token. Xem token nào`,
} satisfies Translation<typeof chinese>
