/** The bonuses' figures beside their goals (docs/rewards.md). */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type ClosingReport = {
  accounts: number
  inviters: number
  closingSeconds: number
  nodeSeconds: number
  nextBlockSeconds: number
  megabytes: number
}

export async function rewardsRows(): Promise<Row[]> {
  const accounts = process.env.REWARDS_ACCOUNTS ?? '10000000'
  const report = (await jsonOf(
    'server/bench/rewards.ts',
    ['--accounts', accounts],
    3_600_000,
  )) as ClosingReport
  const size = `${report.inviters} inviters, ${report.accounts} accounts`
  return [
    {
      metric: `closing an epoch, ${size}`,
      ...{ measured: report.closingSeconds, unit: 's', reference: null, goal: { most: 20 } },
    },
    {
      metric: `of it reading for the node program, beside the rest, ${size}`,
      ...{ measured: report.nodeSeconds, unit: 's', reference: null, goal: null },
    },
    {
      metric: `the block behind the closing, ${size}`,
      ...{ measured: report.nextBlockSeconds, unit: 's', reference: null, goal: { most: 1 } },
    },
    {
      metric: `closing an epoch, memory, ${size}`,
      ...{ measured: report.megabytes, unit: 'MB', reference: null, goal: { most: 1_000 } },
    },
  ]
}
