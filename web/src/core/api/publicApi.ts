/** The main API's calls that need no account: ranks, the yields of pools, and the state of the servers. Errors: see client.ts. */
import type { PoolYieldsData, PoolYieldsQuery } from '@galx/protocol/http/poolYields'
import type { RankData, RankQuery } from '@galx/protocol/http/rank'
import type { StatusData } from '@galx/protocol/http/status'
import { callServer } from './client.ts'
import type { PageRequest } from './mainApi.ts'

/** A board of ranks, and the rank of `address` on it. */
export function getRank(query: PageRequest & Pick<RankQuery, 'type' | 'address'>) {
  return callServer<RankData>('main', 'GET', '/api/getRank', { query: { ...query }, background: true })
}

/** The block up to which the servers' tables are complete, and the state of the servers' nodes. */
export function getStatus() {
  return callServer<StatusData>('main', 'GET', '/api/status', { background: true })
}

/** The earnings of one staked token in a pool, period by period. */
export function getPoolYields(query: PoolYieldsQuery) {
  return callServer<PoolYieldsData>('main', 'GET', '/api/poolYields', {
    query: { ...query },
    background: true,
  })
}
