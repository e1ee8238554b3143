import type { Translation } from '../i18n/texts.ts'
import type chinese from './texts.zh.ts'

const units = { second: 'giây', minute: 'phút', hour: 'giờ', day: 'ngày' }

export default {
  retry: 'Thử lại',
  sectionFailed: (name) => `${name}: phần này gặp lỗi`,
  sectionFailedText: 'Các phần khác vẫn hoạt động và tài sản của bạn không bị ảnh hưởng.',
  copied: 'Đã sao chép',
  close: 'Đóng',
  all: 'Tối đa',
  balance: 'Số dư',
  readAs: (given, read) =>
    read === '' ? `“${given}” không phải là số lượng` : `“${given}” được nhập là ${read}`,
  balanceShares: 'Một phần số dư',
  copy: 'Sao chép',
  copyOf: (label) => `Sao chép ${label.toLocaleLowerCase('vi')}`,
  copyByHand: 'Trình duyệt này không cho ứng dụng sao chép. Văn bản đã được chọn: hãy tự sao chép.',
  copyFailed: (text) => `Trình duyệt này không cho ứng dụng sao chép: ${text}`,
  openInExplorer: 'Mở trong trình khám phá khối',
  unknownAmount: 'hiện không đọc được',
  hiddenAmount: 'đã ẩn',
  staleSince: (time) => `Số liệu lúc ${time}; hiện không cập nhật được`,
  relativeTime: ({ unit, count, future }) => {
    if (unit === 'second' && count < 5) return 'vừa xong'
    return future ? `sau ${count} ${units[unit]}` : `${count} ${units[unit]} trước`
  },
} satisfies Translation<typeof chinese>
