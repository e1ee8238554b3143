/** Whether people can read the contracts' sources on an explorer. */
import type { Deployment } from '@galx/protocol/deployment'
import { ExplorerError, sourcify } from '@galx/operator/explorer/explorers'
import { sourcesOf } from '@galx/operator/explorer/sources'
import { knownNetwork } from '@galx/operator/networks/knownChains'
import { ok, warning, type Finding } from './finding.ts'

/** @param server the address of Sourcify's interface; undefined: Sourcify is not asked, and a public chain gets a warning */
export async function examineSources(server: string | undefined, deployment: Deployment): Promise<Finding[]> {
  if (server === undefined)
    return knownNetwork(deployment.network) === undefined
      ? []
      : [warning('sources', 'not checked', 'add --sourcify https://sourcify.dev/server')]
  const sources = sourcesOf(deployment)
  const explorer = sourcify(server, sources)
  const missing: string[] = []
  try {
    for (const source of sources.contracts)
      if ((await explorer.stateOf(source)).kind !== 'verified') missing.push(source.name)
  } catch (error) {
    if (!(error instanceof ExplorerError)) throw error
    return [warning('sources', error.message, 'check again later')]
  }
  if (missing.length === 0) return [ok('sources', 'Sourcify shows the source of each of our contracts')]
  const todo = 'npm run operator -- explorer --confirm'
  return [warning('sources', `Sourcify does not show the source of ${missing.join(', ')}`, todo)]
}
