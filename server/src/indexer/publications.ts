/**
 * Reads EpochLog for a reindex. All configured nodes are asked. The nodes that answer must agree. If several nodes are configured, two
 * must answer.
 */
import type { Deployment } from '@galx/protocol/deployment'
import { nodeUrls, type Environment } from '../platform/environment.ts'
import { signerChain } from '../signer/chainFacts.ts'
import { writePublished } from '../signer/tables.ts'
import type { Publications } from './engine/reproduced.ts'

/** If nodes do not answer or disagree, the error is retryable. @throws ConfigurationError */
export function publicationsOf(environment: Environment, deployed: Deployment): Publications {
  const chain = signerChain(nodeUrls(environment), deployed)
  return {
    keep: async (sql) =>
      writePublished(sql, await chain.publishedAt(null), () => null, Math.floor(Date.now() / 1000)),
    at: (block) => chain.publishedAt(block),
  }
}
