// The app when the code that it loads after the first paint does not arrive.
import { beforeEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../../src/core/config/loadConfig.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { startApp } from '../../src/app/startApp.ts'
import { exampleJson } from './exampleConfig.ts'

const startPoller = vi.fn()
let reachable = false
vi.mock('../../src/core/chain/poller.ts', () => {
  if (!reachable) throw new TypeError('Failed to fetch dynamically imported module')
  return { startPoller, refreshChain: async () => {} }
})

beforeEach(async () => {
  window.localStorage.clear()
  useAppStore.setState(initialAppState(), true)
  await loadConfig(async () => exampleJson())
})

it('says so if the chain’s reader does not arrive, and loads it again when the network is back', async () => {
  startApp({ notify: () => {}, navigate: () => {} })
  await expect.poll(() => useAppStore.getState().codeMissing).toBe(true)
  expect(startPoller).not.toHaveBeenCalled()
  reachable = true
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => startPoller.mock.calls.length).toBe(1)
  expect(useAppStore.getState().codeMissing).toBe(false)
  window.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(startPoller).toHaveBeenCalledTimes(1)
})
