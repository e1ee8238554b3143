/**
 * Processes several items concurrently while the caller uses earlier results.
 * @param count the number of items that are processed at once
 * @returns the results in the order of the items
 */
export async function* mapConcurrently<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    // The caller sees the failure when it awaits the result. Until then Node.js must not report the rejection as unhandled.
    result.catch(() => {})
    running.push(result)
    if (running.length >= count) yield await running.shift()!
  }
  for (const result of running) yield await result
}
