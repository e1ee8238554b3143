/** Finds the first block at or after a moment with a few headers. */
import { NodeFaultError } from './fault.ts'
import { headerCall } from './fetchRange.ts'
import type { Ask } from './jsonRpc.ts'
import { readHeader, type Header } from './shapes.ts'

type Mark = Pick<Header, 'number' | 'timestamp'>

/**
 * An interpolation search: each step reads the block at which the moment would be if blocks were evenly spaced. Every third step bisects.
 * @param before a block before the moment @param after a block at or after the moment
 * @param moment unix seconds
 * @returns the number of the first block with that time or a later time
 * @throws NodeFaultError
 */
export async function firstBlockAt(
  ask: Ask,
  before: Mark,
  after: Mark,
  moment: number,
  signal: AbortSignal,
): Promise<number> {
  let [low, high] = [before, after]
  for (let round = 1; high.number - low.number > 1; round += 1) {
    const share = round % 3 === 0 ? 0.5 : (moment - low.timestamp) / (high.timestamp - low.timestamp)
    const guess = low.number + Math.ceil(share * (high.number - low.number))
    const number = Math.max(low.number + 1, Math.min(high.number - 1, guess))
    const [answer] = await ask([headerCall(number)], signal)
    const found = readHeader(answer)
    if (found.number !== number || found.timestamp < low.timestamp || found.timestamp > high.timestamp)
      throw new NodeFaultError(
        'wrong',
        `the answer for block ${number} is another block, or its time does not fit`,
      )
    if (found.timestamp < moment) low = found
    else high = found
  }
  return high.number
}
