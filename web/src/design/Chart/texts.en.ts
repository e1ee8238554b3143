import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  empty: 'No data yet',
  summary: (from, to, low, high, last) =>
    `${from} to ${to}: lowest ${low}, highest ${high}, latest ${last}. Use the left and right arrow keys to read each point.`,
  pointAt: (value, time) => `${value}, ${time}`,
  logarithmic: 'logarithmic scale',
  rangesLabel: 'Time range',
  ranges: {
    hour: '1h',
    day: '24h',
    week: '7d',
    month: '30d',
    quarter: '90d',
    year: '1y',
    all: 'All',
  },
} satisfies Translation<typeof chinese>
