/** A few headers suffice to find the block that begins an epoch, however blocks are spread in time. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstBlockAt } from '../../src/chain/rpc/firstBlockAt.ts'
import type { Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { paperHeader } from '../support/paperHeader.ts'

/** A chain whose blocks have these times. It counts the requests. */
function chainOf(times: readonly number[]) {
  let asked = 0
  const ask: Ask = ([call]) => {
    asked += 1
    const number = Number(call!.params[0])
    return Promise.resolve([
      paperHeader({ number, timestamp: times[number]!, parentHash: `0x${'00'.repeat(32)}` }),
    ])
  }
  const find = (moment: number) =>
    firstBlockAt(
      ask,
      { number: 0, timestamp: times[0]! },
      { number: times.length - 1, timestamp: times.at(-1)! },
      moment,
      AbortSignal.timeout(5_000),
    )
  return { find, asked: () => asked }
}

it('costs a few calls if blocks come every 0.45 s', async () => {
  const times = Array.from({ length: 10_000 }, (_, number) => Math.floor(1_000 + number * 0.45))
  for (const moment of [1_001, 2_000, 3_333, 5_000, 5_499]) {
    const chain = chainOf(times)
    expect(await chain.find(moment)).toBe(times.findIndex((time) => time >= moment))
    expect(chain.asked()).toBeLessThan(10)
  }
})

it('is the first block at the moment or later', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 })), {
        minLength: 2,
        maxLength: 300,
      }),
      fc.nat(),
      async (steps, seed) => {
        const times: number[] = []
        for (const step of [1_000, 1, ...steps]) times.push((times.at(-1) ?? 0) + step)
        const moment = times[0]! + 1 + (seed % (times.at(-1)! - times[0]!))
        const chain = chainOf(times)
        expect(await chain.find(moment)).toBe(times.findIndex((time) => time >= moment))
        expect(chain.asked()).toBeLessThan(40)
      },
    ),
  )
})
