/** The main API's calls that need no account: ranks, and how the servers stand. Errors: see client.ts. */
import type { RankData, RankQuery } from '@galx/protocol/http/rank'
import type { StatusData } from '@galx/protocol/http/status'
import { callServer } from './client.ts'
import type { PageRequest } from './mainApi.ts'

/** A board of ranks, and where `address` stands on it. */
export function getRank(query: PageRequest & Pick<RankQuery, 'type' | 'address'>) {
  return callServer<RankData>('main', 'GET', '/api/getRank', { query: { ...query }, background: true })
}

/** What the servers' tables stand at, and the nodes they ask. */
export function getStatus() {
  return callServer<StatusData>('main', 'GET', '/api/status', { background: true })
}
