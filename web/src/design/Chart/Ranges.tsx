import { useTexts } from '../../i18n/useTexts.ts'
import { SegmentedControl } from '../SegmentedControl/SegmentedControl.tsx'
import type chinese from './texts.zh.ts'
import { chartTexts } from './texts.ts'

/** The time that a chart spans, up to now. */
export type ChartRange = keyof typeof chinese.ranges

export type RangesProps<Range extends ChartRange> = {
  /** Shortest first; five at most fit on the narrowest phone. */
  ranges: readonly Range[]
  value: Range
  onChange: (range: Range) => void
}

/** The choice of the time that a chart spans. */
export function Ranges<Range extends ChartRange>({ ranges, value, onChange }: RangesProps<Range>) {
  const texts = useTexts(chartTexts)
  return (
    <SegmentedControl
      label={texts.rangesLabel}
      options={ranges.map((range) => ({ value: range, label: texts.ranges[range] }))}
      value={value}
      onChange={onChange}
    />
  )
}
