import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTransactionStore, type TransactionRecord } from '../../src/core/transactions/transactionStore.ts'
import { useJustConfirmed } from '../../src/core/transactions/useHasPassed.ts'

const ACCOUNT = `0x${'a'.repeat(40)}` as const
const OTHER = `0x${'b'.repeat(40)}` as const

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  // Mounted hooks would go on after the test's window has closed.
  cleanup()
  vi.useRealTimers()
  useTransactionStore.setState({ list: [] })
})

function add(record: Pick<TransactionRecord, 'account' | 'stage' | 'finishedAt'>) {
  useTransactionStore.setState(({ list }) => ({ list: [record as TransactionRecord, ...list] }))
}
function confirmed(ago = 0) {
  return { stage: 'confirmed' as const, finishedAt: Date.now() - ago }
}

it('is true from a confirmation of the account until the time is over, and again after the next confirmation', () => {
  const { result } = renderHook(() => useJustConfirmed(ACCOUNT, 30_000))
  expect(result.current).toBe(false)
  act(() => add({ account: OTHER, ...confirmed() }))
  act(() => add({ account: ACCOUNT, stage: 'failed', finishedAt: Date.now() }))
  expect(result.current).toBe(false)
  act(() => add({ account: ACCOUNT, ...confirmed() }))
  expect(result.current).toBe(true)
  act(() => void vi.advanceTimersByTime(20_000))
  expect(result.current).toBe(true)
  // The next confirmation starts the 30 seconds again.
  act(() => add({ account: ACCOUNT, ...confirmed() }))
  act(() => void vi.advanceTimersByTime(29_999))
  expect(result.current).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(false)
})

it('ends at its time even if the device’s clock is set back meanwhile', () => {
  add({ account: ACCOUNT, ...confirmed() })
  vi.setSystemTime(Date.now() - 3_600_000)
  const { result } = renderHook(() => useJustConfirmed(ACCOUNT, 30_000))
  expect(result.current).toBe(true)
  act(() => void vi.advanceTimersByTime(30_000))
  expect(result.current).toBe(false)
})

it('counts the time from the confirmation, not from the first render', () => {
  add({ account: ACCOUNT, ...confirmed(10_000) })
  const { result, unmount } = renderHook(() => useJustConfirmed(ACCOUNT, 30_000))
  expect(result.current).toBe(true)
  act(() => void vi.advanceTimersByTime(20_000))
  expect(result.current).toBe(false)
  unmount()
  expect(renderHook(() => useJustConfirmed(ACCOUNT, 30_000)).result.current).toBe(false)
})
