/** An event of the drill, and its result. */
import type { World } from '../world.ts'
import { failuresSince, longestGap } from '../load/stream.ts'
import { STREAMS, type StreamName } from '../load/load.ts'
import { now } from '../clock.ts'

export type Outcome = {
  /** one line with figures */
  measured: string
  passed: boolean
}

export type DrillEvent = {
  /** the event's name on the command line */
  key: string
  title: string
  goal: string
  /** @throws Error if the event could not be carried out; a missed goal is not an error */
  run(world: World): Promise<Outcome>
}

/** `4.1 s` or `320 ms` */
export function time(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
}

/** The longest time without a success on each of the streams from `since` until now, milliseconds. */
export function gaps(
  world: Pick<World, 'load'>,
  names: readonly StreamName[],
  since: number,
): Map<StreamName, number> {
  const end = now()
  return new Map(names.map((name) => [name, longestGap(world.load.attempts[name], since, end)] as const))
}

/** The number of failed attempts of all these streams from `since` on, and the message of the most frequent fault. */
export function failures(
  world: Pick<World, 'load'>,
  names: readonly StreamName[],
  since: number,
): { count: number; words: string } {
  const all = names.flatMap((name) =>
    [...failuresSince(world.load.attempts[name], since)].map(
      ([fault, times]) => [`${STREAMS[name]}: ${fault}`, times] as const,
    ),
  )
  const [worst] = all.toSorted((a, b) => b[1] - a[1])
  return { count: all.reduce((sum, [, times]) => sum + times, 0), words: worst?.[0] ?? '' }
}

/** The number of successes of the stream with attempts that began at `since` or later. */
export function successes(world: Pick<World, 'load'>, name: StreamName, since: number): number {
  return world.load.attempts[name].filter(({ from, fault }) => fault === null && from >= since).length
}

/** `rows through HAProxy 4.1 s, texts to sign 4.5 s` */
export function words(measured: ReadonlyMap<StreamName, number>): string {
  return [...measured].map(([name, value]) => `${STREAMS[name]} ${time(value)}`).join(', ')
}
