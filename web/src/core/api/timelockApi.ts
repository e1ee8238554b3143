/** The main API's list of the timelock's announcements. Errors: see client.ts. */
import type { TimelockData } from '@galx/protocol/http/timelock'
import { callServer } from './client.ts'

export function getTimelock() {
  return callServer<TimelockData>('main', 'GET', '/api/timelock', { background: true })
}
