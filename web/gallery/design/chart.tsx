import { useState } from 'react'
import { Chart, type ChartProps } from '../../src/design/Chart/Chart.tsx'
import { Ranges, type ChartRange } from '../../src/design/Chart/Ranges.tsx'
import { Card } from '../../src/design/Card/Card.tsx'
import { say, type Entries } from '../entry.ts'
import { openedAt } from '../situations.ts'

const RANGES = ['hour', 'day', 'week', 'month', 'all'] as const satisfies readonly ChartRange[]
const SECONDS = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000, all: 40_000_000 }

function pointsOf(range: (typeof RANGES)[number], count = 60) {
  return Array.from({ length: count }, (_, index) => ({
    at: openedAt - Math.round((SECONDS[range] * (count - 1 - index)) / count),
    value: BigInt(Math.round((1.2 + Math.sin(index / 9) / 8 + ((index * 7919) % 13) / 300) * 10_000)),
  }))
}

function Example(change: Partial<ChartProps>) {
  const [range, setRange] = useState<(typeof RANGES)[number]>('month')
  return (
    <Card>
      <Chart
        label={say('AAA 的 USDT 价格', 'Price of AAA in USDT')}
        points={pointsOf(range)}
        format={(value) => `${Number(value) / 10_000} USDT`}
        pool="aaa"
        note="+5.75%"
        {...change}
      />
      <Ranges ranges={RANGES} value={range} onChange={setRange} />
    </Card>
  )
}

export default {
  Chart: {
    'with ranges': () => <Example />,
    'equal values': () => (
      <Example points={pointsOf('day', 20).map(({ at }) => ({ at, value: 12_500n }))} pool="mcf" />
    ),
    'one point': () => <Example points={[{ at: openedAt, value: 12_500n }]} pool="galx" />,
    'long values': () => (
      <Example format={(value) => `123,456,789,012.${value.toString().padStart(6, '0')} USDT`} pool="mcm" />
    ),
    loading: () => <Example points={null} />,
    empty: () => <Example points={[]} empty={say('还没有人兑换', 'Nobody has swapped yet')} />,
  },
} satisfies Entries
