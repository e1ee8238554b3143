/** What the product asks of its nodes on the real chain: for a million blocks and for a year. */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type Asked = { calls: number; posts: number; bytes: number; byMethod: Record<string, number> }
type Measured = {
  part: string
  nodes: number
  seconds: number
  /** MiB */
  megabytes: number
  /** of the node that is asked most, and of the others together */
  busiest: Asked
  others: Asked
  exitCode: number | null
}
type Report = { blocks: number; eventBlocks: number; logs: number; measured: Measured[] }
const MILLION = 1_000_000
const YEAR = 70_000_000
const EVENTS = 5_000
/** Of a year with an event of ours in one block of 200. */
const YEARS_EVENT_BLOCKS = YEAR / 200
const RATES = [25, 50, 300]
/** Of one node and a million blocks, for logs alone: two requests for each range of 10 000 blocks, and a fifth more. */
const MOST_LOG_CALLS = 250
/** Of the second engine, a year, and a million events. */
const MOST_AUDIT_CALLS = 100_000
const MOST_AUDIT_MIB = 1_024
/** Calls a second of following: of the node that is read, and of each other. */
const MOST_FOLLOWING = { read: 2, other: 0.5 }
const MINUTES = 60_000
/** The short run that shows that a plan's rate alone makes the time. */
const PACED = { blocks: 400_000, events: 1_000, rate: 10 }

export async function yearRows(): Promise<Row[]> {
  const million = await run(MILLION, ['--nodes', '1,3'])
  const year = await run(YEAR, ['--nodes', '1,3', '--parts', 'backfill,reindex,audit,verify'])
  const paced = await run(PACED.blocks, [
    '--events',
    String(PACED.events),
    '--nodes',
    '1',
    '--parts',
    'backfill',
    '--rate',
    String(PACED.rate),
  ])
  console.log(drawCosts(million, year))
  return [
    ...rowsOf('a million blocks', million),
    ...rowsOf('a year', year),
    ...goalRows(million, year),
    pacedRow(paced),
  ]
}

async function run(blocks: number, parameters: readonly string[]): Promise<Report> {
  const scene = [
    '--blocks',
    String(blocks),
    ...(parameters.includes('--events') ? [] : ['--events', String(EVENTS)]),
  ]
  return (await jsonOf('server/bench/year.ts', [...scene, ...parameters], 60 * MINUTES)) as Report
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
  const auditOfMany = withEvents(million, year, 'audit', 1)
  return [
    row('backfill of a million blocks, 1 node: eth_getLogs', logCalls, 'calls', MOST_LOG_CALLS),
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
    row('audit of a year with events in one block of 200, 1 node', auditOfMany, 'calls', MOST_AUDIT_CALLS),
    row('audit of a year: memory', audit.megabytes, 'MiB', MOST_AUDIT_MIB),
  ]
}

function pacedRow({ measured }: Report): Row {
  const [{ busiest, seconds }] = measured as [Measured]
  return {
    metric: `backfill of ${count(PACED.blocks)} blocks at ${PACED.rate} calls a second`,
    measured: Math.round(seconds),
    unit: 's',
    reference: { name: 'its calls at that rate', value: Math.round(busiest.calls / PACED.rate) },
    goal: null,
  }
}

/**
 * Calls of a year in which one block of 200 has events. The cost of a range is the difference between a year and a million blocks; the cost of an event is what is left of the
 * million's, both measured with the same number of events.
 */
function withEvents(million: Report, year: Report, part: string, nodes: number): number {
  const calls = (report: Report) =>
    report.measured.find((one) => one.part === part && one.nodes === nodes)!.busiest.calls
  const perBlock = (calls(year) - calls(million)) / (year.blocks - million.blocks)
  const perEvent = Math.max(0, calls(million) - perBlock * million.blocks) / million.eventBlocks
  return Math.round(perBlock * YEAR + perEvent * YEARS_EVENT_BLOCKS)
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

/** All of it as one table. Times at a plan's rate are calculated: the calls at that rate, or the measured time where that is longer. */
function drawCosts(million: Report, year: Report): string {
  const line = (
    program: string,
    blocks: number,
    nodes: number,
    asked: Asked,
    seconds: number,
    memory: number,
  ) => [
    program,
    count(blocks),
    String(nodes),
    count(asked.calls),
    count(asked.posts),
    count(Math.round(asked.bytes / 1e6)),
    count(Math.round(seconds)),
    memory === 0 ? '' : count(memory),
    ...RATES.map((rate) => duration(Math.max(seconds, asked.calls / rate))),
  ]
  const lines = [
    ...[million, year].flatMap(({ measured, blocks }) =>
      measured.map(({ part, nodes, busiest, seconds, megabytes }) =>
        line(part, part === 'follow' ? 0 : blocks, nodes, busiest, seconds, megabytes),
      ),
    ),
    ...(['backfill', 'reindex', 'audit'] as const).flatMap((part) =>
      [1, 3].map((nodes) => {
        const calls = withEvents(million, year, part, nodes)
        return [
          `${part}, events in one block of 200 (calculated)`,
          count(YEAR),
          String(nodes),
          count(calls),
          ...['', '', '', ''],
          ...RATES.map((rate) => duration(calls / rate)),
        ]
      }),
    ),
  ]
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => cells[column]!.length)),
  )
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join(' | ')
  const note = `Blocks with events: ${count(million.eventBlocks)} of the million, ${count(year.eventBlocks)} of the year. Calls, POSTs and bytes are those of the node that is asked most.`
  return [
    draw(HEAD),
    widths.map((width) => '-'.repeat(width)).join('-|-'),
    ...lines.map(draw),
    note,
    '',
  ].join('\n')
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
