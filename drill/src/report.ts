/** The drill's results, printed and stored in drill/results.json. */
import { loadavg, cpus } from 'node:os'
import type { Check } from './checks/finally.ts'

export type Line = {
  event: string
  goal: string
  measured: string
  /** `passed`, `missed`, or `not proven` with the reason in `measured` */
  result: 'passed' | 'missed' | 'not proven'
  date: string
}

/** `events` has the last result of each event. `checks` has the checks at the end of the last run, which was on `date`. */
export type Results = { events: readonly Line[]; date: string; checks: readonly Check[] }

/** `load 3.1 on 2 processors` */
export function loadWords(): string {
  return `load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors`
}

/** @returns the fresh lines and the older lines of all other events, in `order`; events that are not in `order` are omitted */
export function mergeLines(old: readonly Line[], fresh: readonly Line[], order: readonly string[]): Line[] {
  const known = new Map([...old, ...fresh].map((line) => [line.event, line]))
  return order.flatMap((event) => known.get(event) ?? [])
}
