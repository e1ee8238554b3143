/** The main API's sums of an account's history. Errors: see client.ts. */
import type { ActivityTotalsData } from '@galx/protocol/http/activity'
import { callServer } from './client.ts'

/** The sums of any account, from the chain's final blocks. Needs no sign-in. */
export function getAccountTotals(address: string) {
  return callServer<ActivityTotalsData>('main', 'GET', '/api/accountTotals', {
    query: { address },
    background: true,
  })
}

/** The total amounts that the signed-in account earned, put in and took out, by token. */
export function getActivityTotals() {
  return callServer<ActivityTotalsData>('main', 'GET', '/api/activityTotals', { background: true })
}
