/**
 * Caches what `ask` answers, a fault too, for so many milliseconds and for all callers.
 * @param clock milliseconds; monotonic, since a clock that is set back would keep the answer for as long
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
