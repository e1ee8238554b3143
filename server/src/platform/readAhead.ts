/** Reading on while what was read is worked on. */
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Yields what the source yields. Each next item is asked for before the one at hand is handed out, so that the database makes it meanwhile.
 * @throws what the source throws, where the item would have been handed out
 */
export async function* readAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]()
  const started = () => {
    const next = iterator.next()
    // A fault is thrown where the item is awaited; until then it must not end the process.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = started(); ;) {
      const { value, done } = await next
      if (done === true) return
      next = started()
      // The driver sends at the end of a turn of the event loop, and whoever works on the item may not let it turn.
      await turn()
      await turn()
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
