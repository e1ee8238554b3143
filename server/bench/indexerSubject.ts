/** What is measured of the indexer. It is built as a release is: read as TypeScript, every function that makes another one would cost more. */
export { bonusEpochs } from '../src/rewards/engine/epochs.ts'
export { Endpoints } from '../src/chain/rpc/endpoints.ts'
export { jsonRpc } from '../src/chain/rpc/jsonRpc.ts'
export { runIndexer } from '../src/indexer/engine/lead.ts'
export { indexerMetrics } from '../src/indexer/engine/metrics.ts'
export { sourcesOf } from '../src/indexer/sources.ts'
