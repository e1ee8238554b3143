import { expect, it } from 'vitest'
import { prefetch } from '../../src/platform/prefetch.ts'

/** Numbers, with a list of events. */
function source(count: number, fails = false) {
  const events: string[] = []
  async function* numbers() {
    try {
      for (let number = 1; number <= count; number += 1) {
        events.push(`asked ${number}`)
        yield await Promise.resolve(number)
      }
      if (fails) throw new Error('gone')
    } finally {
      events.push('closed')
    }
  }
  return { events, numbers }
}

it('requests the next item before the current one is processed, and yields each in order', async () => {
  const { events, numbers } = source(3)
  for await (const number of prefetch(numbers())) events.push(`worked on ${number}`)
  expect(events).toEqual([
    'asked 1',
    'asked 2',
    'worked on 1',
    'asked 3',
    'worked on 2',
    'closed',
    'worked on 3',
  ])
})

it('throws the source’s error only after the items before it', async () => {
  const { events, numbers } = source(2, true)
  const worked: number[] = []
  const work = (async () => {
    for await (const number of prefetch(numbers())) worked.push(number)
  })()
  await expect(work).rejects.toThrow('gone')
  expect(worked).toEqual([1, 2])
  expect(events.at(-1)).toBe('closed')
})

it('closes a source that nobody reads to its end', async () => {
  const { events, numbers } = source(5)
  for await (const number of prefetch(numbers())) if (number === 2) break
  expect(events).toEqual(['asked 1', 'asked 2', 'asked 3', 'closed'])
})
