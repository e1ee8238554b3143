import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { PoolYieldsData } from '@galx/protocol/http/poolYields'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getPoolYields } from '../../src/core/api/publicApi.ts'
import { PastYield } from '../../src/staking/PastYield.tsx'
import { quotedWeight, yieldPoints } from '../../src/staking/pastYield.ts'
import { pair, poolSnapshot } from './fixtures.ts'

vi.mock('../../src/core/api/publicApi.ts', async (original) => ({
  ...(await original<object>()),
  getPoolYields: vi.fn(),
}))
afterEach(cleanup)

const ETHER = 10n ** 18n
const DAY = 86_400

function data(...perToken: bigint[]): PoolYieldsData {
  return {
    pool: 'galxMcm',
    token: 'GALX',
    asOf: { block: 9, at: perToken.length * DAY - 10 },
    periods: perToken.map((wei, index) => ({
      from: index * DAY,
      to: (index + 1) * DAY,
      perToken: wei.toString(),
      totalWeight: ETHER.toString(),
    })),
  }
}

describe('the past yield of a pool', () => {
  it('is the reward of a thousand tokens with their multiplier on each complete day, and the chain’s rate for the present', () => {
    const weight = quotedWeight(15_000)
    expect(weight).toBe(1_500n * ETHER)
    const points = yieldPoints(data(2n, 3n, 1_000n), weight, 77n, 3 * DAY - 1.5)
    expect(points).toEqual([
      { at: DAY, value: 3_000n },
      { at: 2 * DAY, value: 4_500n },
      { at: 3 * DAY - 2, value: 77n },
    ])
  })

  it('rounds down, and ends with the last complete day while the present rate is unknown', () => {
    expect(yieldPoints(data(1n, 1n), ETHER - 1n, null, 0)).toEqual([{ at: DAY, value: 0n }])
  })

  it('is drawn for a thousand tokens of each kind over a month or three; without the servers the sheet says so', async () => {
    vi.mocked(getPoolYields).mockResolvedValue(data(2n * 10n ** 15n, 3n * 10n ** 15n, 1n))
    const now = 3 * DAY - 10
    const state = poolSnapshot({ rewardEnd: now + DAY, totalWeight: 3_000n * ETHER, rewardRate: 10n ** 15n })
    render(<PastYield poolKey="galxMcm" pool={pair} state={state} now={now} />)
    expect(getPoolYields).toHaveBeenLastCalledWith({ pool: 'galxMcm', period: 'day', count: 31 })
    const chart = await screen.findByRole('slider')
    expect(chart.getAttribute('aria-label')).toBe('每 1,000 GALX + 1,000 MCM 每天得到的奖励（按日）')
    // 43.2 of the 86.4 GALX a day go to half of the weight.
    expect(chart.getAttribute('aria-valuetext')).toContain('43.20 GALX')
    fireEvent.keyDown(chart, { key: 'Home' })
    expect(chart.getAttribute('aria-valuetext')).toContain('3.00 GALX')

    vi.mocked(getPoolYields).mockRejectedValue(new Error('away'))
    fireEvent.click(screen.getByRole('radio', { name: '90 天' }))
    expect(await screen.findByText('现在无法从服务器读取过去的数据。')).toBeTruthy()
    expect(getPoolYields).toHaveBeenLastCalledWith({ pool: 'galxMcm', period: 'day', count: 90 })
  })
})
