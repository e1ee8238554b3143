import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast } from '../../src/design/Toast/toast.ts'
import { ToastRegion } from '../../src/design/Toast/Toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows a toast for three seconds, and starts again with each toast', () => {
  render(<ToastRegion />)
  act(() => toast('first'))
  act(() => void vi.advanceTimersByTime(2_000))
  act(() => toast('second'))
  expect(screen.queryByText('first')).toBeNull()
  act(() => void vi.advanceTimersByTime(2_999))
  expect(screen.getByText('second')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('second')).toBeNull()
})
