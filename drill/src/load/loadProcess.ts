/** The load itself. Starts with the first message, and ends with the second. */
import { once } from 'node:events'
import type { LoadNews, LoadOrder, StreamName } from './load.ts'
import { createPeople } from './people.ts'
import { createWriter } from './rows.ts'
import { Stream, type Attempt } from './stream.ts'

/** Milliseconds between two reports of attempts. */
const REPORT_MS = 25

const [{ town, direct, pooled }] = (await once(process, 'message')) as [LoadOrder]
const stopped = once(process, 'message')

function say(news: LoadNews): Promise<void> {
  return new Promise((resolve) => void process.send!(news, undefined, undefined, () => resolve()))
}

let attempts: [StreamName, Attempt][] = []
async function report(): Promise<void> {
  const news = { attempts }
  if (attempts.length === 0) return
  attempts = []
  await say(news)
}
const reporter = setInterval(() => void report(), REPORT_MS)

const first = createWriter(direct, town.trust.ca)
const second = createWriter(pooled, town.trust.ca)
const people = createPeople(town)
const others = createPeople({ ...town, edges: town.edges.toReversed() })
function stream(name: StreamName, every: number, work: () => Promise<void>): Stream {
  return new Stream(every, work, (attempt) => void attempts.push([name, attempt]))
}
const streams = [
  stream('direct', 50, first.write),
  stream('pooled', 50, second.write),
  stream('nonces', 100, people.nonce),
  stream('noncesB', 100, others.nonce),
  stream('reads', 100, people.read),
  stream('readsB', 100, others.read),
  stream('signIns', 1_000, async () => void (await people.signIn())),
  stream('stakes', 3_000, others.stake),
]

await stopped
await Promise.all(streams.map((one) => one.stop()))
await Promise.all([first.end(), second.end()])
clearInterval(reporter)
await report()
const everybody = [people, others]
await say({
  acknowledged: {
    rows: [...first.acknowledged, ...second.acknowledged],
    nonces: everybody.flatMap(({ nonces }) => nonces),
    sessions: everybody.flatMap(({ sessions }) => sessions.map(({ address }) => address)),
    stakes: everybody.flatMap(({ stakes }) => stakes.map(({ account }) => account)),
    reports: everybody.flatMap(({ reports }) => reports),
  },
})
process.exit(0)
