/** The measured parts of the indexer, built like a release: in translated TypeScript, every function that makes another one would cost more. */
export { bonusEpochs } from '@galx/server/rewards/engine/epochs'
export { Endpoints } from '@galx/server/chain/rpc/endpoints'
export { jsonRpc } from '@galx/server/chain/rpc/jsonRpc'
export { runIndexer } from '@galx/server/indexer/engine/lead'
export { indexerMetrics } from '@galx/server/indexer/engine/metrics'
export { sourcesOf } from '@galx/server/indexer/sources'
