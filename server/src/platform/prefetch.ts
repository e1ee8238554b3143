/** Reads the next item while the current one is processed. */
import { setImmediate as turn } from 'node:timers/promises'

/**
 * Yields the items of the source. Requests the next item before it yields the current item, so that the database works meanwhile.
 * @throws the source's errors, when the consumer asks for the item
 */
export async function* prefetch<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]()
  const started = () => {
    const next = iterator.next()
    // An error is thrown where the item is awaited. Before that, it must not end the process.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = started(); ;) {
      const { value, done } = await next
      if (done === true) return
      next = started()
      // The driver sends at the end of a turn of the event loop, and the code that processes the item may block the loop.
      await turn()
      await turn()
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
