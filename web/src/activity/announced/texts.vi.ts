import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  reading: 'Đang đọc log của timelock…',
  whole: (since) => `Từ ${since} không bỏ sót gì: trình duyệt của bạn tự đọc log của timelock`,
  partly: (since) => `Từ ${since} không bỏ sót gì. Log trước đó chưa đọc`,
  logsAlone: (since) =>
    `Trang không trả lời: các thay đổi từ ${since} lấy từ log do trình duyệt của bạn tự đọc`,
  siteAlone: 'Không node nào cho log của timelock: danh sách này là của trang',
  nothing: 'Cả trang lẫn node đều không cho danh sách: có thể thiếu thay đổi đã công bố',
  unlisted: (count) =>
    `Trang bỏ sót ${count} thay đổi đã công bố mà trình duyệt của bạn tìm thấy trong log của timelock`,
  leftOut: (node) => `Log của ${node} thiếu một thay đổi có trong log của node khác`,
  absent: (node) =>
    `Log của ${node} thiếu một thay đổi mà timelock xác nhận: node bỏ sót nó, hoặc trang ghi sai ngày`,
  read: (from, to, node) => `Đã đọc từ khối ${from} đến ${to} tại ${node}.`,
  obstacles: {
    none: (node) => `Không có log từ ${node}.`,
    old: (node) => `Log cũ hơn không được lưu tại ${node}.`,
    silent: (node) => `Không có trả lời từ ${node}.`,
    busy: (node) => `Trình duyệt của bạn phải chờ ${node} và sẽ tiếp tục sau một phút.`,
    paused: (node) => `Các khối trước đó chưa được đọc tại ${node}.`,
  },
  older: (since) =>
    `Thay đổi công bố trước ${since} chỉ hiện nếu trang liệt kê hoặc trình duyệt này đã tìm thấy trước đó.`,
  others: 'Node riêng của bạn hoặc node của ví có thể cung cấp log.',
  more: 'Đọc xa hơn về trước',
  retry: 'Đọc lại',
  mark: 'Trang không liệt kê thay đổi này. Trình duyệt của bạn tìm thấy nó trong log của timelock.',
} satisfies Translation<typeof chinese>
