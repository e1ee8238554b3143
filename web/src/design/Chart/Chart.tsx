import { useId, useMemo, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { said, spoken } from '../Amount/said.tsx'
import { poolColour } from '../PoolMark/poolColour.ts'
import { exactTime } from '../RelativeTime/relativeTime.ts'
import { Skeleton } from '../Skeleton/Skeleton.tsx'
import styles from './Chart.module.css'
import {
  axisTime,
  indexAfterKey,
  nearestIndex,
  plotOf,
  type ChartPoint,
  type PlottedPoint,
} from './chartModel.ts'
import { chartTexts } from './texts.ts'

export type ChartProps = {
  /** The line's subject, for screen readers: "Price of AAA in USDT". */
  label: string
  /** null while they load: a placeholder of the same height. */
  points: readonly ChartPoint[] | null
  /** A value in words, with its unit. */
  format: (value: bigint) => string
  /** The pool whose colour the line has (products/<name>/colours.css). */
  pool: string
  /** Each value holds until the next point, as a price does until the next swap. */
  steps?: boolean | undefined
  /** The least part of the highest value that the axis spans, in basis points. */
  leastBps?: bigint | undefined
  /** Shown beside the newest value while no point is selected: a change, a depth. */
  note?: ReactNode | undefined
  /** Shown in place of the plot if there is no point: the next action. */
  empty?: ReactNode | undefined
}

/**
 * Values over time as one line: the newest as a figure, the highest and the lowest marked. A pointer or the arrow keys read
 * each point; a screen reader hears lowest, highest and latest first.
 */
export function Chart({
  label,
  points,
  format,
  pool,
  steps = false,
  leastBps = 0n,
  note,
  empty,
}: ChartProps) {
  const texts = useTexts(chartTexts)
  const plot = useMemo(() => (points === null ? null : plotOf(points, leastBps)), [points, leastBps])
  if (points === null)
    return (
      <div className={styles.empty} aria-busy="true">
        <Skeleton height="216px" shape="block" />
      </div>
    )
  if (plot === null) return <div className={styles.empty}>{empty ?? texts.empty}</div>
  // The key changes with the points, so that new points start with none selected.
  return (
    <Plotted
      key={`${plot.points[0]?.at} ${plot.points.length}`}
      plot={plot}
      label={label}
      format={format}
      pool={pool}
      steps={steps}
      note={note}
    />
  )
}

type PlottedProps = Pick<ChartProps, 'label' | 'format' | 'pool' | 'steps' | 'note'> & {
  plot: NonNullable<ReturnType<typeof plotOf>>
}

function Plotted({ plot, label, format, pool, steps, note }: PlottedProps) {
  const texts = useTexts(chartTexts)
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const { points, high, low, last } = plot
  const first = points[0] ?? last
  const index = chosen ?? points.length - 1
  const point = points[index] ?? last
  const span = last.at - first.at

  function pointAt(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    if (box.width > 0) setChosen(nearestIndex(points, ((event.clientX - box.left) / box.width) * 100))
  }

  function choose(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') return setChosen(null)
    const next = indexAfterKey(event.key, index, points.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }

  return (
    <div className={styles.chart}>
      <div className={styles.head}>
        <b>{said(format(point.value))}</b>
        <span>{chosen === null ? note : exactTime(point.at)}</span>
      </div>
      <div
        className={styles.plot}
        style={poolColour(pool)}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}summary`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={index + 1}
        aria-valuetext={spoken(texts.pointAt(format(point.value), exactTime(point.at)))}
        onPointerDown={pointAt}
        onPointerMove={pointAt}
        onPointerLeave={() => setChosen(null)}
        onPointerCancel={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={choose}
      >
        <Line points={points} steps={steps === true} filled={!plot.flat} />
        {high.value !== low.value && (
          <>
            <Mark point={high} text={format(high.value)} edge="bottom" />
            <Mark point={low} text={format(low.value)} edge="top" />
          </>
        )}
        {chosen !== null && <i className={styles.rule} style={{ left: `${point.left}%` }} />}
        <i style={{ left: `${point.left}%`, top: `${point.top}%` }} />
      </div>
      <div className={styles.axis} aria-hidden="true">
        {span === 0 ? (
          <span>{exactTime(last.at)}</span>
        ) : (
          [0, 1, 2, 3].map((part) => (
            <span key={part}>{axisTime(Math.round(first.at + (span * part) / 3), span)}</span>
          ))
        )}
      </div>
      {plot.logarithmic && <p className={styles.scale}>{texts.logarithmic}</p>}
      <p id={`${id}summary`} hidden>
        {spoken(
          texts.summary(
            exactTime(first.at),
            exactTime(last.at),
            format(low.value),
            format(high.value),
            format(last.value),
          ),
        )}
      </p>
    </div>
  )
}

type LineProps = {
  points: readonly PlottedPoint[]
  steps: boolean
  /** The area under the line has a colour. Under a flat line, this area would say nothing. */
  filled: boolean
}

/** The line and the area under it. A single point is a line from edge to edge. */
function Line({ points, steps, filled }: LineProps) {
  const only = points.length === 1 ? points[0] : undefined
  const [start, ...rest] = only ? [{ ...only, left: 0 }, only] : points
  if (start === undefined) return null
  const line = rest.reduce(
    (path, { left, top }) =>
      path + (steps ? `H${round(left)}V${round(top)}` : `L${round(left)} ${round(top)}`),
    `M${round(start.left)} ${round(start.top)}`,
  )
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {filled && <path d={`${line}L100 115L0 115Z`} fill="currentColor" opacity="0.13" />}
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The words of the highest or lowest point, above or below it and never over the edge. */
function Mark({ point, text, edge }: { point: PlottedPoint; text: string; edge: 'top' | 'bottom' }) {
  return (
    <span
      className={styles.mark}
      style={{
        left: `${point.left}%`,
        transform: `translateX(-${round(point.left)}%)`,
        [edge]: 'calc(100% + 4px)',
      }}
      aria-hidden="true"
    >
      {text}
    </span>
  )
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
