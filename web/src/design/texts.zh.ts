import type { TimeDistance } from './RelativeTime/relativeTime.ts'

const units = { second: '秒', minute: '分钟', hour: '小时', day: '天' }

/** The design system's own texts. */
export default {
  retry: '重试',
  sectionFailed: (name: string) => `${name}：这部分出错了`,
  sectionFailedText: '其余部分不受影响，你的资产也不受影响。',
  copied: '复制成功',
  close: '关闭',
  all: '最大',
  balance: '余额',
  readAs: (given: string, read: string) =>
    read === '' ? `“${given}”不是数量，没有填入` : `“${given}”已按 ${read} 填入`,
  balanceShares: '按余额比例',
  copy: '复制',
  copyOf: (label: string) => `复制${label}`,
  copyByHand: '此浏览器不允许自动复制。内容已选中，请长按复制。',
  copyFailed: (text: string) => `此浏览器不允许自动复制：${text}`,
  openInExplorer: '在区块浏览器中打开',
  unknownAmount: '暂时无法读取',
  hiddenAmount: '已隐藏',
  staleSince: (time: string) => `${time} 的数据，暂时无法更新`,
  relativeTime: ({ unit, count, future }: TimeDistance) => {
    if (unit === 'second' && count < 5) return '刚刚'
    return future ? `${count} ${units[unit]}后` : `${count} ${units[unit]}前`
  },
}
