/**
 * Caches the answer of `ask`, or its error, for `milliseconds` and for all callers.
 * @param clock milliseconds, monotonic: a clock that is set back would keep the answer for longer
 */
export function ttlCache<Answer>(
  milliseconds: number,
  ask: () => Promise<Answer>,
  clock: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const at = clock()
    if (last === undefined || at - last.at >= milliseconds) last = { at, answer: ask() }
    return last.answer
  }
}
