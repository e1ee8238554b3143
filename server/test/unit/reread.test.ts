/** When the chain is read again because the tables differ from the contracts. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { FatalError } from '../../src/platform/faults.ts'
import { Rereads } from '../../src/indexer/engine/reread.ts'

const HOUR = 3_600_000

function scene(reread: (attempt: number, signal: AbortSignal) => Promise<boolean>) {
  let now = 0
  const attempts: number[] = []
  const rereads = new Rereads(
    (attempt, signal) => {
      attempts.push(attempt)
      return reread(attempt, signal)
    },
    { log: pino({ level: 'silent' }) },
    () => now,
  )
  return {
    rereads,
    attempts,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

/** Gives the code time to forget a reread that has ended. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

it('begins an hour after the first time, then after twice as long, each time with the next attempt', async () => {
  const { rereads, attempts, pass } = scene(() => Promise.resolve(true))
  rereads.begin()
  await settle()
  pass(HOUR - 1)
  rereads.begin()
  await settle()
  expect(attempts).toEqual([1])
  pass(1)
  rereads.begin()
  await settle()
  expect(attempts).toEqual([1, 2])
  pass(2 * HOUR - 1)
  rereads.begin()
  await settle()
  expect(attempts).toEqual([1, 2])
  pass(1)
  rereads.begin()
  await settle()
  expect(attempts).toEqual([1, 2, 3])
})

it('does not begin while another reread is under way, however long that takes', async () => {
  let end = (_done: boolean) => {}
  const { rereads, attempts, pass } = scene(() => new Promise((resolve) => (end = resolve)))
  rereads.begin()
  pass(2 * HOUR)
  rereads.begin()
  expect(attempts).toEqual([1])
  end(false)
  await settle()
  rereads.begin()
  expect(attempts).toEqual([1, 2])
  end(true)
})

it.each([new FatalError('the second set differs too'), new TypeError('a fault of the program')])(
  'that fails leaves the indexer running, and is tried again in the next hour: %s',
  async (fault) => {
    const { rereads, attempts, pass } = scene(() => Promise.reject(fault))
    rereads.begin()
    await settle()
    pass(HOUR)
    rereads.begin()
    await settle()
    expect(attempts).toEqual([1, 2])
  },
)

it('ends when the indexer stops', async () => {
  const { rereads } = scene(
    (_attempt, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true })),
  )
  rereads.begin()
  await rereads.stop()
})
