/** Examines the configured nodes once when the indexer starts. The log names missing features before the indexer needs them. */
import type { Logger } from 'pino'
import type { Deployment } from '@galx/protocol/deployment'
import { isUnfit, nodeFindings } from '../chain/probe/nodeFindings.ts'
import { probeNode, subjectOf } from '../chain/probe/nodeProbe.ts'
import { FatalError } from '../platform/faults.ts'

/** No configured node serves logs, so nothing can be indexed. */
class NoLogsError extends FatalError {
  override name = 'NoLogsError'
}

/** Logs a line for each node and for each missing feature. @throws NoLogsError if every node refuses logs for good */
export async function knowNodes(urls: readonly string[], deployed: Deployment, log: Logger): Promise<void> {
  const facts = await Promise.all(urls.map((url) => probeNode(url, subjectOf(deployed))))
  const findings = nodeFindings(facts, deployed.deployBlock)
  for (const { state, text, todo } of findings)
    if (todo === undefined) log.info({ node: text }, 'a node serves')
    else
      log[state === 'wrong' ? 'error' : 'warn'](
        { found: text, todo },
        'the node lacks something that the product needs',
      )
  if (isUnfit(facts))
    throw new NoLogsError(
      findings
        .filter(({ state }) => state === 'wrong')
        .map(({ text }) => text)
        .join('; '),
    )
}
