import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshBonuses, useBonuses, useBonusStore } from '../../src/bonuses/bonusStore.ts'
import { getBonuses } from '../../src/core/api/bonusApi.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'

vi.mock('../../src/core/api/bonusApi.ts', async (original) => ({
  ...(await original<object>()),
  getBonuses: vi.fn(),
}))

const ACCOUNT = `0x${'ab'.repeat(20)}` as const

function Part() {
  return <p>{useBonuses().status}</p>
}

beforeEach(() => {
  window.localStorage.clear()
  useBonusStore.setState({ address: null, reading: { status: 'loading' } })
  useAppStore.setState({ ...initialAppState(), address: ACCOUNT, connection: 'connected' }, true)
  vi.mocked(getBonuses).mockReset()
  vi.mocked(getBonuses).mockResolvedValue({ address: ACCOUNT, programs: [] } as never)
})
afterEach(cleanup)

it('parts of a page that appear together, or soon after an answer, share one request', async () => {
  render(
    <>
      <Part />
      <Part />
      <Part />
    </>,
  )
  expect(getBonuses).toHaveBeenCalledOnce()
  await act(async () => {})
  render(<Part />)
  expect(getBonuses).toHaveBeenCalledOnce()
})

it('a part of another account, and a reading that somebody asks for, send a request of their own', async () => {
  render(<Part />)
  await act(async () => {})
  await act(() => refreshBonuses())
  expect(getBonuses).toHaveBeenCalledTimes(2)
  act(() => useAppStore.setState({ address: `0x${'cd'.repeat(20)}` }))
  expect(getBonuses).toHaveBeenCalledTimes(3)
})
