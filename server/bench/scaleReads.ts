/** Every read of the API that grows with accounts or events: its time cold and warm, prepared and not, and its plan. */
import { connect, type Sql } from '../src/platform/database/connection.ts'
import type { BigForest } from '../test/support/bigForest.ts'
import { readsOf, type Read } from '../test/support/largeReads.ts'
import { plansOf, readBy, scannedWhole } from '../test/support/plans.ts'

/** Of a missed goal, the share that machines and their other work explain. */
const NOISE = 0.2

export type Measured = {
  name: string
  coldMilliseconds: number
  median: number
  p99: number
  unpreparedMedian: number
  unpreparedP99: number
  goal: number
  rowsRead: number
  faults: string[]
}

/**
 * @param databaseUrl of a server that has just been started, so that the first of each read is cold
 * @param runs of each read, warm, after a third as many
 */
export async function measureReads(
  databaseUrl: string,
  forest: BigForest,
  runs: number,
): Promise<Measured[]> {
  const prepared = connect(databaseUrl, { name: 'galx scale', max: 1 })
  const unprepared = connect(databaseUrl, { name: 'galx scale unprepared', max: 1, prepare: false })
  try {
    const measured: Measured[] = []
    for (const read of readsOf(forest)) {
      const [cold] = await timesOf(prepared, read, 1)
      await timesOf(prepared, read, runs / 3)
      const warm = (await timesOf(prepared, read, runs)).toSorted((a, b) => a - b)
      // It has caches of its own.
      await timesOf(unprepared, read, runs / 3)
      const plain = (await timesOf(unprepared, read, runs)).toSorted((a, b) => a - b)
      const plans = await plansOf(prepared, (sql) => read.run(sql, 3))
      const scanned = plans.flatMap(scannedWhole)
      const missed = [
        { of: '99 of 100', took: at(warm, 0.99) },
        { of: '99 of 100, not prepared,', took: at(plain, 0.99) },
      ].filter(({ took }) => took > read.goal * (1 + NOISE))
      const rowsRead = Math.max(...plans.map(readBy))
      measured.push({
        name: read.name,
        coldMilliseconds: rounded(cold!),
        ...{ median: at(warm, 0.5), p99: at(warm, 0.99) },
        ...{ unpreparedMedian: at(plain, 0.5), unpreparedP99: at(plain, 0.99) },
        ...{ goal: read.goal, rowsRead },
        faults: [
          ...scanned.map((table) => `reads ${table} from end to end`),
          ...(rowsRead > read.rows ? [`reads ${rowsRead} rows, ${read.rows} are enough`] : []),
          ...missed.map(({ of, took }) => `${of} take ${took} ms, ${read.goal} are the goal`),
        ],
      })
    }
    return measured
  } finally {
    await prepared.end()
    await unprepared.end()
  }
}

async function timesOf(sql: Sql, read: Read, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < runs; index += 1) {
    const started = performance.now()
    await read.run(sql, index)
    times.push(performance.now() - started)
  }
  return times
}

function at(sorted: readonly number[], share: number): number {
  return rounded(sorted[Math.floor(share * (sorted.length - 1))]!)
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
