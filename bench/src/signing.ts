/** The number of vouchers a second that are decided and signed, with a local key and by a remote signer. The measurement uses no tables. */
import type { Row } from './rows.ts'
import { jsonOf } from './run.ts'

type SigningReport = {
  vouchers: number
  perSecond: number
  millionSeconds: number
  threads: number
  perSecondAll: number
  perSecondRemote: number
}

export async function signingRows(): Promise<Row[]> {
  const report = (await jsonOf('bench/src/server/signing.ts', [], 240_000)) as SigningReport
  const row = (metric: string, measured: number, unit: string, goal: Row['goal'] = null): Row => ({
    metric,
    measured,
    unit,
    reference: null,
    goal,
  })
  return [
    row('signing 1 000 000 vouchers, one core', report.millionSeconds, 's', { most: 100 }),
    row(`vouchers signed in ${report.threads} threads`, report.perSecondAll, 'per second'),
    row('vouchers signed by a remote signer, another process', report.perSecondRemote, 'per second'),
  ]
}
