/** Waits until a condition holds. The time limit only says when to give up. @param every milliseconds between two checks */
export async function waitFor<Value>(
  what: string,
  condition: () => Promise<Value | false | null | undefined>,
  limit = 90_000,
  every = 25,
): Promise<Value> {
  const deadline = Date.now() + limit
  let last: unknown = 'never'
  while (Date.now() < deadline) {
    try {
      const value = await condition()
      if (value) return value
      last = value
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, every))
  }
  throw new Error(`${what}: not within ${limit} ms (last: ${String(last)})`)
}

/** The median. A busy machine that delays one or two measurements does not change the median, but a constant delay does. */
export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

/** A small repeatable random generator (mulberry32). Failures print the seed. */
export function chance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
  }
}
