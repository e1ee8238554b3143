import type { Logger } from 'pino'
import type { Endpoints } from '../../chain/rpc/endpoints.ts'
import type { Sql } from '../../platform/database/connection.ts'
import type { Distance } from './distance.ts'
import type { Epochs } from '../../ledger/epochs.ts'
import type { HeadBudget } from './head.ts'
import type { IndexerMetrics } from './metrics.ts'
import type { Source } from '../../ledger/source.ts'

/** The options of the leader's loop and its parts. */
export type FollowOptions = {
  sql: Sql
  endpoints: Endpoints
  genesisHash: string
  sources: readonly Source[]
  epochs: Epochs
  /** first block that can hold one of our logs */
  deployBlock: number
  distance: Distance
  log: Logger
  metrics: IndexerMetrics
  signal: AbortSignal
  random?: () => number
  /** calls while the head is followed */
  budget?: HeadBudget
  /** whether a single node is trusted on headers whose hash this program cannot compute */
  trustsUnknownHeaders?: boolean
}
