/** The main API's sums of an account's history. Errors: see client.ts. */
import type { ActivityTotalsData } from '@galx/protocol/http/activity'
import { callServer } from './client.ts'

/** What the signed-in account earned, put in and took out in all, by token. */
export function getActivityTotals() {
  return callServer<ActivityTotalsData>('main', 'GET', '/api/activityTotals', { background: true })
}
