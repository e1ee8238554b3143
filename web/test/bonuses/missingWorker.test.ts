// The worker's file may not arrive: the check then ends, and is not repeated by itself.
import { afterEach, expect, it, vi } from 'vitest'
import type { CheckInput } from '../../src/bonuses/check/input.ts'
import { runCheck } from '../../src/bonuses/check/runCheck.ts'

afterEach(() => vi.unstubAllGlobals())

it('a worker whose file does not arrive is terminated, and the check ends', async () => {
  const ended = vi.fn()
  const started = vi.fn()
  class MissingWorker {
    onerror: ((event: { message?: string }) => void) | null = null
    terminate = ended
    constructor() {
      started()
    }
    // A browser reports the missing file as an event without a message.
    postMessage() {
      queueMicrotask(() => this.onerror?.({}))
    }
  }
  vi.stubGlobal('Worker', MissingWorker)
  await expect(runCheck({} as CheckInput)).rejects.toThrow()
  expect([started.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1])
})
