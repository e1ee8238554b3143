export default {
  empty: '还没有数据',
  summary: (from: string, to: string, low: string, high: string, last: string) =>
    `${from} 至 ${to}：最低 ${low}，最高 ${high}，最新 ${last}。用左右方向键逐点查看。`,
  pointAt: (value: string, time: string) => `${value}，${time}`,
  logarithmic: '对数刻度',
  rangesLabel: '时间范围',
  ranges: {
    hour: '1 时',
    day: '24 时',
    week: '7 天',
    month: '30 天',
    quarter: '90 天',
    year: '1 年',
    all: '全部',
  },
}
