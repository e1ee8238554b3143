// A line of values: its drawing, its text for screen readers, and its keys and pointer.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Chart } from '../../src/design/Chart/Chart.tsx'
import { axisTime, nearestIndex, plotOf } from '../../src/design/Chart/chartModel.ts'
import { Ranges } from '../../src/design/Chart/Ranges.tsx'
import { exactTime } from '../../src/design/RelativeTime/relativeTime.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'

const POINTS = [
  { at: 1_000, value: 50n },
  { at: 1_100, value: 90n },
  { at: 1_400, value: 10n },
  { at: 2_000, value: 30n },
]
function format(value: bigint) {
  return `${value} USDT`
}

beforeEach(() => loadLanguage('en_US'))
afterEach(() => cleanup())

describe('the positions of points', () => {
  it('place time from left to right and the highest value on top, whatever the order of the list', () => {
    const plot = plotOf([...POINTS].reverse())
    expect(plot?.points.map(({ left, top }) => [left, top])).toEqual([
      [0, 50],
      [10, 0],
      [40, 100],
      [100, 75],
    ])
    expect([plot?.high.value, plot?.low.value, plot?.last.value]).toEqual([90n, 10n, 30n])
  })

  it('keep values apart that are far beyond the exact numbers of JavaScript', () => {
    const big = 10n ** 30n
    expect(
      plotOf([
        { at: 1, value: big },
        { at: 2, value: big + 1n },
        { at: 3, value: big + 2n },
      ])?.points.map(({ top }) => top),
    ).toEqual([100, 50, 0])
  })

  it('put equal values in the middle, a single point at the right, and nothing without points', () => {
    expect(plotOf([{ at: 5, value: 7n }])?.last).toMatchObject({ left: 100, top: 50 })
    expect(plotOf([])).toBeNull()
  })

  it('spreads values of very different sizes over a logarithmic axis, and keeps an axis with a zero linear', () => {
    const wide = plotOf([1n, 10n, 100n].map((value, at) => ({ at, value })))
    expect(wide?.logarithmic).toBe(true)
    expect(wide?.points.map(({ top }) => Math.round(top))).toEqual([100, 50, 0])
    for (const values of [
      [0n, 10n, 100n],
      [10n, 19n, 199n],
    ] as const)
      expect(plotOf(values.map((value, at) => ({ at, value })))?.logarithmic).toBe(false)
  })

  it('show a change below the least span of the axis as small as the change is', () => {
    const points = [
      { at: 1, value: 1_000_000n },
      { at: 2, value: 1_001_000n },
    ]
    const tops = (leastBps: bigint) => plotOf(points, leastBps)?.points.map(({ top }) => Math.round(top))
    expect(tops(0n)).toEqual([100, 0])
    expect(tops(100n)).toEqual([55, 45])
    expect([plotOf(points, 100n)?.flat, plotOf(points, 5n)?.flat]).toEqual([true, false])
  })

  it('find the nearest point', () => {
    const points = plotOf(POINTS)?.points ?? []
    expect([-5, 4, 6, 24, 26, 71, 140].map((left) => nearestIndex(points, left))).toEqual([
      0, 0, 1, 1, 2, 3, 3,
    ])
  })

  it('write the time with the precision that the time span needs', () => {
    const at = new Date(2026, 10, 21, 4, 5).getTime() / 1000
    expect([3_600, 30 * 86_400, 400 * 86_400].map((span) => axisTime(at, span))).toEqual([
      '04:05',
      '11-21',
      '2026-11',
    ])
  })
})

describe('the chart', () => {
  function drawn() {
    render(<Chart label="Price of AAA" points={POINTS} format={format} pool="aaa" note="+5%" />)
    return screen.getByRole('slider', { name: 'Price of AAA' })
  }

  it('shows the newest value, marks highest and lowest, and names all three to screen readers', () => {
    const slider = drawn()
    expect(screen.getByText('30 USDT')).toBeTruthy()
    expect(screen.getByText('+5%')).toBeTruthy()
    expect(screen.getByText('90 USDT')).toBeTruthy()
    expect(screen.getByText('10 USDT')).toBeTruthy()
    const summary = document.getElementById(slider.getAttribute('aria-describedby') ?? '')?.textContent
    expect(summary).toContain('lowest 10 USDT, highest 90 USDT, latest 30 USDT')
  })

  it('reads each point by the arrow keys and goes back to the newest on Escape', () => {
    const slider = drawn()
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider.getAttribute('aria-valuetext')).toBe(`10 USDT, ${exactTime(1_400)}`)
    fireEvent.keyDown(slider, { key: 'Home' })
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider.getAttribute('aria-valuetext')).toBe(`50 USDT, ${exactTime(1_000)}`)
    fireEvent.keyDown(slider, { key: 'Escape' })
    expect(slider.getAttribute('aria-valuetext')).toBe(`30 USDT, ${exactTime(2_000)}`)
  })

  it('holds each value until the next point where steps are asked for, and colours nothing under a flat line', () => {
    const paths = (values: bigint[]) => {
      const { container } = render(
        <Chart
          label="P"
          points={values.map((value, at) => ({ at, value }))}
          format={format}
          pool="aaa"
          steps
        />,
      )
      return [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
    }
    expect(paths([5n, 7n])).toEqual(['M0 100H100V0L100 115L0 115Z', 'M0 100H100V0'])
    expect(paths([7n, 7n])).toEqual(['M0 50H100V50'])
  })

  it('leaves other keys to the page', () => {
    expect(fireEvent.keyDown(drawn(), { key: 'Tab' })).toBe(true)
  })

  it('reads the point under the pointer until the pointer leaves', () => {
    const slider = drawn()
    vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 100))
    fireEvent.pointerMove(slider, { clientX: 122 })
    expect(screen.getByText(exactTime(1_100))).toBeTruthy()
    fireEvent.pointerLeave(slider)
    expect(screen.queryByText(exactTime(1_100))).toBeNull()
  })

  it('says that it is loading, and names the next step if there are no points', () => {
    const { rerender, container } = render(<Chart label="P" points={null} format={format} pool="aaa" />)
    expect(container.querySelector('[aria-busy]')).not.toBeNull()
    rerender(<Chart label="P" points={[]} format={format} pool="aaa" empty="Swap first" />)
    expect(screen.getByText('Swap first')).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
  })
})

it('lets a person choose a range', () => {
  const onChange = vi.fn()
  render(<Ranges ranges={['hour', 'day', 'all']} value="day" onChange={onChange} />)
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  expect(onChange).toHaveBeenCalledWith('all')
})
