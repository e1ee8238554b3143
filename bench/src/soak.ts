/** The whole server side under mixed use for minutes, then under twice the load that the machine sustains. */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type Change = { afterOneMinute: number; end: number; overload: number | null }
type SoakReport = {
  heldPerSecond: number
  soak: {
    minutes: number
    rate: number
    statuses: Record<string, number>
    medianMilliseconds: number | null
    p99Milliseconds: number | null
  }
  processes: { name: string; megabytes: Change; files: Change }[]
  databaseConnections: { least: number; most: number }
  overload: { rate: number; statuses: Record<string, number>; p99Milliseconds: number | null }
  recoverySeconds: number | null
  epochs: { closed: number; signed: number; differing: number }
  lost: { signIns: { missing: number }; stakes: { mined: number; missing: number; doubled: number } }
  ended: string[]
}

/** The statuses that are not faults during the overload: success, and a refusal by a limit. */
const SHED = ['200', '429', '503']
const MEMORY_GROWTH = 1.5
const MORE_FILES = 20

/** @throws if the programs end, or the report lacks a required value */
export async function soakRows(): Promise<Row[]> {
  const minutes = process.env.SOAK_MINUTES ?? '10'
  const limit = Number(minutes) * 60_000 + 900_000
  const report = (await jsonOf('bench/src/server/soak.ts', ['--minutes', minutes], limit)) as SoakReport
  const { soak, overload, lost, epochs } = report
  if (report.ended.length > 0) throw new Error(`ended under load: ${report.ended.join(', ')}`)
  const row = (metric: string, measured: number | null, unit: string, goal: Row['goal'] = null): Row => ({
    metric,
    measured: measured ?? Number.NaN,
    unit,
    reference: null,
    goal,
  })
  const count = (statuses: Record<string, number>, wanted: (status: string) => boolean) =>
    Object.entries(statuses).reduce((sum, [status, number]) => sum + (wanted(status) ? number : 0), 0)
  return [
    row('mixed use, one API process holds', report.heldPerSecond, 'per second'),
    row(`soak of ${soak.minutes} minutes at ${soak.rate} a second, median`, soak.medianMilliseconds, 'ms'),
    row('soak, 99 of 100', soak.p99Milliseconds, 'ms'),
    row(
      'soak, answers that are no success',
      count(soak.statuses, (status) => status !== '200'),
      'answers',
      {
        most: 0,
      },
    ),
    ...report.processes.flatMap(({ name, megabytes, files }) => [
      row(`soak, memory of ${name}`, megabytes.end, 'MB', {
        most: Math.round(megabytes.afterOneMinute * MEMORY_GROWTH),
      }),
      row(`soak, open files of ${name}`, files.end, 'files', { most: files.afterOneMinute + MORE_FILES }),
    ]),
    row('soak, connections to the database, most', report.databaseConnections.most, 'connections'),
    row(
      `twice the rate (${overload.rate} a second), answers`,
      count(overload.statuses, () => true),
      'answers',
    ),
    row(
      'twice the rate, refused with 429 or 503',
      count(overload.statuses, (one) => one === '429' || one === '503'),
      'answers',
    ),
    row(
      'twice the rate, faults of other kinds',
      count(overload.statuses, (one) => one !== '0' && !SHED.includes(one)),
      'answers',
      { most: 0 },
    ),
    row(
      'twice the rate, connections refused, broken, or without an answer in time',
      count(overload.statuses, (one) => one === '0'),
      'requests',
    ),
    row('recovery after twice the rate', report.recoverySeconds, 's', { most: 60 }),
    row('acknowledged sign-ins that are lost', lost.signIns.missing, 'sign-ins', { most: 0 }),
    row(
      'mined stakes that are lost or doubled',
      lost.stakes.missing + lost.stakes.doubled,
      `of ${lost.stakes.mined}`,
      { most: 0 },
    ),
    row('epochs signed', epochs.signed, `of ${epochs.closed}`),
    row('epochs that differ between the engines', epochs.differing, 'epochs', { most: 0 }),
  ]
}
