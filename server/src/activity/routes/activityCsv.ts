import { formatUnits } from 'viem'
import type { ActivityItem } from '@galx/protocol/http/activity'
import { walkActivity } from '../activityList.ts'
import { activityItem } from '../activityPage.ts'
import { csvLine } from '../csv.ts'
import type { ApiContext } from '../../http/context.ts'
import { RefusalError, refuseAfter } from '../../platform/http/refusal.ts'
import { defineRoute, FileAnswer, sessionOf } from '../../http/route.ts'

const HEADER = [
  'time',
  'kind',
  'product',
  'pool',
  'position',
  'token',
  'amount',
  'pairToken',
  'pairAmount',
  'penalty',
  'rewardToken',
  'reward',
  'block',
  'transaction',
]
const BATCH = 500
/** Seconds that the caller must wait while another file is sent to the caller. */
const TURN_SECONDS = 5
/** Every token of ours has 18 decimals (packages/protocol/src/deployment.ts). */
const DECIMALS = 18

export const activityCsv = defineRoute({
  method: 'GET',
  path: '/activity.csv',
  summary:
    'The caller’s whole confirmed history as a file. Amounts are exact, in whole tokens. One file at a time; the number of lines an hour is limited',
  auth: 'required',
  data: 'text/csv',
  handle: async (context, { caller }) => {
    const { address } = sessionOf(caller)
    const { csvLines, csvLock } = context.limits
    refuseAfter(await csvLines.take(address, 0))
    const release = await csvLock.acquire(address)
    if (release === null) throw new RefusalError('tooManyRequests', undefined, { seconds: TURN_SECONDS })
    return new FileAnswer('text/csv; charset=utf-8', 'galx-activity.csv', lines(context, address), release)
  },
})

async function* lines(context: ApiContext, address: `0x${string}`): AsyncGenerator<string> {
  yield csvLine(HEADER)
  for await (const rows of walkActivity(context.read, address, BATCH)) {
    // Each line counts against the limit when it is read. A started file is always finished. The limit delays the next file.
    await context.limits.csvLines.take(address, Math.max(1, rows.length))
    for (const row of rows) {
      const item = activityItem(context.catalogue, row)
      if (item !== null) yield csvLine(cells(item))
    }
  }
}

function tokens(wei: string | null) {
  return wei === null ? '' : formatUnits(BigInt(wei), DECIMALS)
}

function cells(item: ActivityItem): string[] {
  return [
    new Date(item.at * 1000).toISOString(),
    item.kind,
    item.product,
    item.pool ?? '',
    item.position ?? '',
    item.token,
    tokens(item.amount),
    item.pairToken ?? '',
    tokens(item.pairAmount),
    tokens(item.penalty),
    item.rewardToken ?? '',
    tokens(item.reward),
    String(item.blockNumber),
    item.txHash,
  ]
}
