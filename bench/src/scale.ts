/** A database of any size, and the cost of its reads and batches. */
import { MeasurementError, type Row } from './rows.ts'
import { jsonOf } from './run.ts'

type Read = {
  name: string
  coldMilliseconds: number
  p99: number
  unpreparedP99: number
  /** including interruptions by other work */
  asTheyCame: { p95: number; p99: number }
  unpreparedAsTheyCame: { p95: number; p99: number }
  goal: number
  rowsRead: number
}
type Followed = {
  eventsPerSecond: number
  eventsPerBatch: number
  longestWaitSeconds: number
  totalsBehindSeconds: number
  oldestBoardSeconds: number
}
type ScaleReport = {
  /** the database server's version */
  server: string
  accounts: number
  fillSeconds: number
  ranks: Record<string, number>
  reads: Read[]
  writes: {
    batches: { size: number; eventsPerSecond: number }[]
    calm: Followed
    oneByOne: Followed
    sustained: {
      eventsPerSecond: number
      longestFoldSeconds: number
      secondsUntilTotalsStoodAtTheEnd: number
      totalsBehindSeconds: number
      oldestBoardSeconds: number
    }
  }
  /** why the run fails although everything was measured */
  faults: string[]
}

const ACCOUNTS = '10000000'
/**
 * The size of the smallest batch that has a goal. A transaction alone takes 2 to 5 ms, depending on the machine, and the goal would allow only
 * 5 ms for a batch of ten events. Small batches need no goal, because the indexer writes waiting blocks together. The rows of blocks with one
 * event each measure that case.
 */
const LEAST_BATCH = 100

/**
 * @throws MeasurementError if a plan or a write reads a whole growing table, if a plan reads more rows than it may, or if a read misses its goal
 * by more than a fifth
 */
export async function scaleRows(): Promise<Row[]> {
  const accounts = process.env.SCALE_ACCOUNTS ?? ACCOUNTS
  const report = (await jsonOf('bench/src/server/scale.ts', ['--accounts', accounts], 3 * 3_600_000, {
    mayFind: true,
  })) as ScaleReport
  const row = (metric: string, measured: number, unit: string, goal: Row['goal'] = null): Row => ({
    metric: `${metric}, ${report.accounts} accounts`,
    measured,
    unit,
    reference: null,
    goal,
    server: report.server,
  })
  const rows = [
    row('filling the tables', report.fillSeconds, 's'),
    ...report.reads.flatMap((read) => [
      row(`${read.name}, first time`, read.coldMilliseconds, 'ms'),
      row(`${read.name}, 99 of 100`, read.p99, 'ms', { most: read.goal }),
      row(`${read.name}, 99 of 100, not prepared`, read.unpreparedP99, 'ms', { most: read.goal }),
      row(`${read.name}, 95 of 100 as they came`, read.asTheyCame.p95, 'ms', { most: read.goal }),
      row(`${read.name}, 95 of 100 as they came, not prepared`, read.unpreparedAsTheyCame.p95, 'ms', {
        most: read.goal,
      }),
      row(`${read.name}, 99 of 100 as they came`, read.asTheyCame.p99, 'ms'),
      row(`${read.name}, 99 of 100 as they came, not prepared`, read.unpreparedAsTheyCame.p99, 'ms'),
      row(`${read.name}, rows read`, read.rowsRead, 'rows'),
    ]),
    ...Object.entries(report.ranks).map(([board, seconds]) =>
      row(`making the ranks of ${board}`, seconds, 's'),
    ),
    // A round of all boards begins every thirty seconds.
    row(
      'making all ranks',
      Object.values(report.ranks).reduce((sum, seconds) => sum + seconds, 0),
      's',
      { most: 30 },
    ),
    ...report.writes.batches.map(({ size, eventsPerSecond }) =>
      row(`batches of ${size}`, eventsPerSecond, 'events/s', size >= LEAST_BATCH ? { least: 2_000 } : null),
    ),
    row('team totals, most behind 100 events a second', report.writes.calm.totalsBehindSeconds, 's', {
      most: 5,
    }),
    row('ranks, oldest board at 100 events a second', report.writes.calm.oldestBoardSeconds, 's', {
      most: 60,
    }),
    // 2 000 blocks arrive per second. The goal is lower, because the last blocks are not written yet when the measurement ends.
    row('blocks with one event each, 2000 a second', report.writes.oneByOne.eventsPerSecond, 'events/s', {
      least: 1_900,
    }),
    row('blocks with one event each, longest wait', report.writes.oneByOne.longestWaitSeconds, 's', {
      most: 5,
    }),
    row(
      'team totals, most behind blocks with one event each',
      report.writes.oneByOne.totalsBehindSeconds,
      's',
      { most: 60 },
    ),
    row('ranks, oldest board at blocks with one event each', report.writes.oneByOne.oldestBoardSeconds, 's', {
      most: 60,
    }),
    row('events while totals follow', report.writes.sustained.eventsPerSecond, 'events/s', { least: 2_000 }),
    row('team totals, longest transaction', report.writes.sustained.longestFoldSeconds, 's', { most: 30 }),
    row('team totals, behind at the end', report.writes.sustained.secondsUntilTotalsStoodAtTheEnd, 's', {
      most: 60,
    }),
    row('team totals, most behind events without a pause', report.writes.sustained.totalsBehindSeconds, 's', {
      most: 60,
    }),
    // This load has more events than a chain can have, so there is no goal.
    row('ranks, oldest board at events without a pause', report.writes.sustained.oldestBoardSeconds, 's'),
  ]
  if (report.faults.length > 0) throw new MeasurementError(rows, report.faults)
  return rows
}
