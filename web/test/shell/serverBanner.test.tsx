import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { ServerBanner } from '../../src/shell/frame/ServerBanner.tsx'
import { account, freshApp } from './support.tsx'

const WORDS = /^服务器暂时无法访问/

beforeEach(async () => {
  await freshApp()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that answers, or does not. @returns the requested paths */
function serve(answers: () => boolean): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname)
    if (!answers()) throw new TypeError('unreachable')
    return Response.json({ code: 200, message: 'ok', data: { status: 'ready', address: account } })
  })
  return asked
}

it('disappears once the server answers again, on a page without its own requests, and the missing data is loaded', async () => {
  let back = false
  const asked = serve(() => back)
  useAppStore.setState({ address: account, mainApi: 'down', userInfoStatus: 'failed' })
  render(<ServerBanner />)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText(WORDS)).toBeTruthy()
  back = true
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText(WORDS)).toBeNull()
  expect(useAppStore.getState().userInfoStatus).toBe('loaded')
  const before = asked.length
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked.length).toBe(before)
})

it('disappears as soon as the device is online again', async () => {
  serve(() => true)
  useAppStore.setState({ btcApi: 'down' })
  render(<ServerBanner />)
  expect(screen.getByText(WORDS)).toBeTruthy()
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(screen.queryByText(WORDS)).toBeNull()
})
