/** The bonuses' figures with their goals (docs/rewards.md). */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type ClosingReport = {
  /** the database server's version */
  server: string
  accounts: number
  inviters: number
  rows: number
  firstClosingSeconds: number
  closingSeconds: number
  nodeSeconds: number
  nextBlockSeconds: number
  megabytes: number
  /** the memory of all connections together, without shared memory */
  databaseMegabytes: number
}

export async function rewardsRows(): Promise<Row[]> {
  const accounts = process.env.REWARDS_ACCOUNTS ?? '10000000'
  const report = (await jsonOf(
    'bench/src/server/rewards.ts',
    ['--accounts', accounts],
    3_600_000,
  )) as ClosingReport
  const size = `${report.inviters} inviters, ${report.accounts} accounts, eight programs, ${report.rows} rows`
  const rows: Row[] = [
    {
      metric: `closing an epoch, ${size}`,
      measured: report.closingSeconds,
      unit: 's',
      reference: null,
      goal: { most: 20 },
    },
    {
      // The first closing counts every account's promotion from nothing, and every bonus is the first bonus of its account.
      metric: `closing the first epoch of all, ${size}`,
      measured: report.firstClosingSeconds,
      unit: 's',
      reference: null,
      goal: null,
    },
    {
      metric: `of the closing, reading for the node program, beside the rest, ${size}`,
      measured: report.nodeSeconds,
      unit: 's',
      reference: null,
      goal: null,
    },
    {
      metric: `the block behind the closing, ${size}`,
      measured: report.nextBlockSeconds,
      unit: 's',
      reference: null,
      goal: { most: 1 },
    },
    {
      metric: `closing an epoch, memory of the indexer and of the database's connections, ${size}`,
      measured: report.megabytes + report.databaseMegabytes,
      unit: 'MB',
      reference: { name: 'of it the connections', value: report.databaseMegabytes },
      goal: { most: 1_000 },
    },
  ]
  return rows.map((row) => ({ ...row, server: report.server }))
}
