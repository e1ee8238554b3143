/**
 * The measured parts of the indexer, built like a release. TypeScript that is translated at run time is slower, because functions that
 * create functions cost more there.
 */
export { bonusEpochs } from '@galx/server/rewards/engine/epochs'
export { Endpoints } from '@galx/server/chain/rpc/endpoints'
export { jsonRpc } from '@galx/server/chain/rpc/jsonRpc'
export { runIndexer } from '@galx/server/indexer/engine/lead'
export { indexerMetrics } from '@galx/server/indexer/engine/metrics'
export { sourcesOf } from '@galx/server/indexer/sources'
