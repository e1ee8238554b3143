// A host that goes away takes the code with it that was not fetched yet: the page stays, and a banner says what is missing.
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { freshApp, show } from './support.tsx'

vi.mock('../../src/shell/frame/RareBanners.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('banners whose code does not arrive leave the page as it is, and say that code is missing', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  await freshApp()
  await show(
    <>
      <p>the page</p>
      <StatusBanners />
    </>,
  )
  act(() => useAppStore.setState({ mainApi: 'down' }))
  await screen.findByRole('button', { name: '重新加载' })
  expect(screen.getByText('the page').isConnected).toBe(true)
  complain.mockRestore()
})
