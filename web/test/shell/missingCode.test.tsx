// If the host stops answering, code that was not loaded yet is missing: the page stays, and a banner says so.
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { resumeTransactions } from '../../src/core/transactions/resume.ts'
import { getTestTokens, openDemoPanel } from '../../src/demo/openDemoPanel.ts'
import { StatusBanners } from '../../src/shell/frame/StatusBanners.tsx'
import { exampleConfig } from '../core/exampleConfig.ts'
import { freshApp, show } from './support.tsx'

vi.mock('../../src/shell/frame/RareBanners.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../src/demo/demoWindow.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../src/demo/faucet.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../src/core/transactions/watch.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const pending = {
  id: 'a',
  genesisHash: exampleConfig().genesisHash,
  stage: 'pending',
  startedAt: 1,
  sentAt: 2,
  finishedAt: null,
}

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

it.each([
  ['the demo wallet’s window', () => openDemoPanel()],
  ['the faucet', () => getTestTokens()],
  [
    'the following of a transaction after a reload',
    () => {
      window.localStorage.setItem('galx_transactions', JSON.stringify([pending]))
      resumeTransactions()
    },
  ],
])('if the code for %s does not arrive, the page says so', async (_, press) => {
  await freshApp()
  await show(<StatusBanners />)
  await act(async () => press())
  await screen.findByText(/应用刚刚更新/)
})
