import { act, cleanup, renderHook } from '@testing-library/react'
import type { Page } from '@galx/protocol/http/common'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePages } from '../../src/core/api/usePages.ts'
import { useServerRead } from '../../src/core/api/useServerRead.ts'
import { useChainStore } from '../../src/core/chain/chainStore.ts'

const EVERY = 10_000

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useChainStore.setState(useChainStore.getInitialState(), true)
})

/** A server that answers on the test's command, in any order. */
function slowServer<T>() {
  const requests: { resolve: (value: T) => void; reject: (reason: Error) => void }[] = []
  return {
    read: () => new Promise<T>((resolve, reject) => void requests.push({ resolve, reject })),
    answer: (request: number, value: T) => act(async () => requests[request]?.resolve(value)),
    refuse: (request: number) => act(async () => requests[request]?.reject(new Error('no answer'))),
    /** resolves when the next request is sent while the earlier request is still open */
    wait: () => act(async () => void vi.advanceTimersByTime(EVERY)),
    asked: () => requests.length,
  }
}

function page(name: string, nextCursor: string | null = null): Page<string> {
  return { list: [name], total: 1, nextCursor }
}

it('a reading keeps the newer answer when an older request is answered or fails after it', async () => {
  const server = slowServer<string>()
  const { result } = renderHook(() => useServerRead('list', server.read, EVERY))
  await server.wait()
  await server.wait()
  expect(server.asked()).toBe(3)
  await server.answer(1, 'newer')
  expect(result.current.reading).toMatchObject({ status: 'fresh', value: 'newer' })
  await server.answer(0, 'older')
  expect(result.current.reading).toMatchObject({ status: 'fresh', value: 'newer' })
  await server.answer(2, 'newest')
  expect(result.current.reading).toMatchObject({ status: 'fresh', value: 'newest' })
})

it('a reading is not stale because an older request fails after the newer answer', async () => {
  const server = slowServer<string>()
  const { result } = renderHook(() => useServerRead('list', server.read, EVERY))
  await server.wait()
  await server.answer(1, 'newer')
  await server.refuse(0)
  expect(result.current.reading).toMatchObject({ status: 'fresh', value: 'newer' })
})

it('an older answer is used if the newer request has failed', async () => {
  const server = slowServer<string>()
  const { result } = renderHook(() => useServerRead('list', server.read, EVERY))
  await server.wait()
  await server.refuse(1)
  expect(result.current.reading).toMatchObject({ status: 'failed' })
  await server.answer(0, 'older')
  expect(result.current.reading).toMatchObject({ status: 'fresh', value: 'older' })
})

it('a list keeps the newer first page when an older request is answered or fails after it', async () => {
  const server = slowServer<Page<string>>()
  const { result } = renderHook(() => usePages('list', server.read, EVERY))
  await server.wait()
  await server.wait()
  expect(server.asked()).toBe(3)
  await server.answer(2, page('newer'))
  await server.answer(0, page('older'))
  expect(result.current.items).toEqual(['newer'])
  await server.refuse(1)
  expect(result.current).toMatchObject({ status: 'ready', items: ['newer'], stale: false })
})

it('a reading has the chain’s time, also if the device’s clock was set back', async () => {
  const timestamp = 1_800_000_000
  useChainStore.setState({
    head: { number: 7n, timestamp, readAt: performance.now() },
  })
  vi.setSystemTime(Date.now() - 3_600_000)
  const server = slowServer<string>()
  const { result } = renderHook(() => useServerRead('list', server.read, EVERY))
  await server.answer(0, 'value')
  expect(result.current.reading).toMatchObject({ status: 'fresh', at: 1_000 * timestamp })
})
