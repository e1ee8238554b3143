import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { startApp } from '../../src/app/startApp.ts'
import { RelativeTime } from '../../src/design/RelativeTime/RelativeTime.tsx'

afterEach(() => {
  useChainStore.setState(initialChainState, true)
  useConfigStore.setState({ state: { status: 'loading' } })
})

it('shows a time by the chain’s clock if the device’s clock is an hour behind', () => {
  startApp({ notify: () => {}, navigate: () => {} })
  const timestamp = Math.floor(Date.now() / 1_000) + 3_600
  useChainStore.setState({ head: { number: 9n, timestamp, readAt: performance.now() } })
  render(<RelativeTime at={timestamp - 120} />)
  expect(screen.getByText('2 分钟前')).toBeTruthy()
})
