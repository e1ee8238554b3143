// The sheets' common code does not arrive: the page stays, a banner offers to reload, and no request is repeated endlessly.
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LazyBoundary } from '../../src/shell/frame/LazyBoundary.tsx'
import ShellOverlays from '../../src/shell/frame/ShellOverlays.tsx'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { openSheet } from '../../src/shell/shellStore.ts'
import { freshApp } from './support.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../src/design/overlay/OverlayFrame.tsx', () => {
  asked()
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('a sheet whose code does not arrive keeps the page, says so, and makes at most two requests', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  await freshApp()
  const frame = (
    <>
      <p>the page</p>
      <StatusBanners />
      <LazyBoundary>
        <ShellOverlays />
      </LazyBoundary>
    </>
  )
  const { rerender } = render(frame)
  act(() => openSheet('menu'))
  await screen.findByText(/应用刚刚更新/)
  for (let time = 0; time < 5; time++) rerender(frame)
  expect(screen.getByText('the page').isConnected).toBe(true)
  expect(screen.getByRole('button', { name: '重新加载' }).isConnected).toBe(true)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(2)
  complain.mockRestore()
})
