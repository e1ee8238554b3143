/** The product's requests to its nodes on the real chain, for a million blocks and for a year. */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type Asked = { calls: number; posts: number; bytes: number; byMethod: Record<string, number> }
type Measured = {
  part: string
  nodes: number
  seconds: number
  /** MiB */
  megabytes: number
  /** the figures of the node with the most requests, and of all other nodes together */
  busiest: Asked
  others: Asked
  exitCode: number | null
  /** from a final block to its row, while following */
  blockToRowMilliseconds?: { median: number; longest: number }
}
type Report = { blocks: number; eventBlocks: number; logs: number; measured: Measured[] }
const MILLION = 1_000_000
const YEAR = 70_000_000
/** The numbers of users' calls in the million blocks and in the year. About a third fail, so that one block in 200 of the million has logs. */
const MILLIONS_EVENTS = 7_600
const YEARS_EVENTS = 5_000
/** Blocks of a linked segment in the model of a year. Short segments keep hashing cheap, and no program here follows every block to its parent. */
const YEARS_SEGMENT = 16
const RATES = [25, 50, 300]
/** The greatest number of calls to one node for logs of a million blocks: two requests for each range of 10 000 blocks, and a quarter more. */
const MOST_LOG_CALLS = 250
/** The greatest number of calls (calculated, see callsOfYear) and the greatest memory that the second engine may need for a year. */
const MOST_AUDIT_CALLS = 100_000
const MOST_AUDIT_MIB = 1_024
/** The greatest number of calls per second while following: to the node that is read, and to each of the other nodes. */
const MOST_FOLLOWING = { read: 2, other: 0.5 }
const MINUTES = 60_000
/** Rates in calls per second to which the node limits the programs. Runs at these rates prove the calculated times. */
const PACED_RATES = [50, 300]

/**
 * Calls of Ponder 0.17.7 for the same contracts and events. The model node counted 5 410 calls up to 91 % of the blocks. The rest is calculated:
 * one call for each block with logs, and one for each contract and range.
 */
const PONDER = { name: 'Ponder', value: 6_600 }

type Paced = { rate: number; report: Report }

export async function yearRows(): Promise<Row[]> {
  const events = String(MILLIONS_EVENTS)
  const million = await run(MILLION, ['--events', events, '--nodes', '1,3'])
  const paced: Paced[] = []
  for (const rate of PACED_RATES) {
    const limited = ['--events', events, '--nodes', '1', '--parts', 'backfill,audit', '--rate', String(rate)]
    paced.push({ rate, report: await run(MILLION, limited) })
  }
  const year = await run(YEAR, [
    '--events',
    String(YEARS_EVENTS),
    '--segment',
    String(YEARS_SEGMENT),
    '--nodes',
    '1,3',
    '--parts',
    'backfill,reindex,audit,verify',
  ])
  console.log(drawCosts(million, year, paced))
  return [
    ...rowsOf('a million blocks', million),
    ...followRows(million),
    ...rowsOf('a year', year),
    ...goalRows(million, year),
    ...paced.flatMap(pacedRows),
  ]
}

async function run(blocks: number, parameters: readonly string[]): Promise<Report> {
  return (await jsonOf(
    'bench/src/server/year.ts',
    ['--blocks', String(blocks), ...parameters],
    60 * MINUTES,
  )) as Report
}

function rowsOf(size: string, report: Report): Row[] {
  return report.measured
    .filter(({ part }) => part !== 'follow')
    .flatMap(({ part, nodes, busiest, seconds, megabytes }) => {
      const row = (name: string, measured: number, unit: string): Row => ({
        metric: `${part} of ${size}, ${nodesText(nodes)}: ${name}`,
        measured,
        unit,
        reference: null,
        goal: null,
      })
      return [
        row('calls', busiest.calls, 'calls'),
        row('POSTs', busiest.posts, 'POSTs'),
        row('bytes', Math.round(busiest.bytes / 1e6), 'MB'),
        row('seconds without a limit of calls', Math.round(seconds), 's'),
        row('memory', megabytes, 'MiB'),
      ]
    })
}

function followRows({ measured }: Report): Row[] {
  return measured.flatMap(({ nodes, blockToRowMilliseconds: times }) => {
    if (times === undefined) return []
    const row = (name: string, milliseconds: number): Row => ({
      metric: `following, ${nodesText(nodes)}: final block to row, ${name}`,
      measured: milliseconds,
      unit: 'ms',
      reference: null,
      goal: null,
    })
    return [row('median', times.median), row('longest', times.longest)]
  })
}

function goalRows(million: Report, year: Report): Row[] {
  const of = (report: Report, part: string, nodes: number) =>
    report.measured.find((one) => one.part === part && one.nodes === nodes)!
  const row = (metric: string, measured: number, unit: string, most: number): Row => ({
    metric,
    measured,
    unit,
    reference: null,
    goal: { most },
  })
  const logCalls = of(million, 'backfill', 1).busiest.byMethod.eth_getLogs ?? 0
  const followed = of(million, 'follow', 3)
  const audit = of(year, 'audit', 1)
  return [
    row('backfill of a million blocks, 1 node: eth_getLogs', logCalls, 'calls', MOST_LOG_CALLS),
    {
      metric: 'backfill of a million blocks, 1 node: all calls',
      measured: of(million, 'backfill', 1).busiest.calls,
      unit: 'calls',
      reference: PONDER,
      goal: null,
    },
    row(
      'following, 3 nodes: calls a second of the node that is read',
      Number((followed.busiest.calls / followed.seconds).toFixed(2)),
      'calls/s',
      MOST_FOLLOWING.read,
    ),
    row(
      'following, 3 nodes: calls a second of each other',
      Number((followed.others.calls / 2 / followed.seconds).toFixed(2)),
      'calls/s',
      MOST_FOLLOWING.other,
    ),
    row(
      'audit of a year with events in one block of 200, 1 node: 70 times the million',
      callsOfYear(million, 'audit', 1),
      'calls',
      MOST_AUDIT_CALLS,
    ),
    row('audit of a year: memory', audit.megabytes, 'MiB', MOST_AUDIT_MIB),
  ]
}

function pacedRows({ rate, report }: Paced): Row[] {
  return report.measured.map(({ part, busiest, seconds }) => ({
    metric: `${part} of a million blocks, 1 node that takes ${rate} calls a second`,
    measured: Math.round(seconds),
    unit: 's',
    reference: { name: 'its calls at that rate', value: Math.round(busiest.calls / rate) },
    goal: null,
  }))
}

/** Calls for a year with events in one block of 200. A year has 70 times the ranges, events and epochs of a million blocks, so 70 times the calls. */
function callsOfYear(million: Report, part: string, nodes: number): number {
  const { busiest } = million.measured.find((one) => one.part === part && one.nodes === nodes)!
  return (busiest.calls * YEAR) / MILLION
}

const HEAD = [
  'program',
  'blocks',
  'nodes',
  'calls',
  'POSTs',
  'MB',
  's',
  'MiB',
  ...RATES.map((rate) => `at ${rate}/s`),
]

/**
 * All costs as one table. The times at a plan's rate are calculated: the calls divided by the rate, or the measured time if that is longer. The
 * rows of `paced` have measured times at such rates.
 */
function drawCosts(million: Report, year: Report, paced: readonly Paced[]): string {
  const lines = [...measuredLines(million), ...measuredLines(year)]
  for (const part of ['backfill', 'reindex', 'audit'])
    for (const nodes of [1, 3]) {
      const calls = callsOfYear(million, part, nodes)
      const times = RATES.map((rate) => duration(calls / rate))
      const name = `${part}, events in one block of 200 (calculated)`
      lines.push([name, count(YEAR), String(nodes), count(calls), '', '', '', '', ...times])
    }
  for (const { rate, report } of paced)
    for (const cells of measuredLines(report))
      lines.push([`${cells[0]}, the node takes ${rate}/s (measured)`, ...cells.slice(1, 8), '', '', ''])
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => cells[column]!.length)),
  )
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join(' | ')
  const note = `Blocks with events: ${count(million.eventBlocks)} of the million, ${count(year.eventBlocks)} of the year. Calls, POSTs and bytes are those of the node with the most requests.`
  return [
    draw(HEAD),
    widths.map((width) => '-'.repeat(width)).join('-|-'),
    ...lines.map(draw),
    note,
    '',
  ].join('\n')
}

function measuredLines({ measured, blocks }: Report): string[][] {
  return measured.map(({ part, nodes, busiest, seconds, megabytes }) => [
    part,
    count(part === 'follow' ? 0 : blocks),
    String(nodes),
    count(busiest.calls),
    count(busiest.posts),
    count(Math.round(busiest.bytes / 1e6)),
    count(Math.round(seconds)),
    megabytes === 0 ? '' : count(megabytes),
    ...RATES.map((rate) => duration(Math.max(seconds, busiest.calls / rate))),
  ])
}

function nodesText(nodes: number): string {
  return nodes === 1 ? '1 node' : `${nodes} nodes`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${(seconds / 3_600).toFixed(1)} h`
  return `${(seconds / 86_400).toFixed(1)} days`
}
