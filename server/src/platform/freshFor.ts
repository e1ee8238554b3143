/**
 * At most one question in so many milliseconds, however many want to know: what it answers, a fault too, serves all of them.
 * @param clock milliseconds; monotonic, since a clock that is set back would keep the answer for as long
 */
export function freshFor<Answer>(
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
