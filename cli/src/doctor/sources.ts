/** Whether people can read the contracts' sources on the explorers. */
import type { Deployment } from '@galx/protocol/deployment'
import {
  etherscanViewer,
  ExplorerError,
  isEtherscanKey,
  PAGES,
  SOURCIFY,
  sourcifyViewer,
  type Viewer,
} from '@galx/operator/explorer/explorers'
import { ownContracts } from '@galx/operator/explorer/sources'
import { knownNetwork } from '@galx/operator/networks/knownChains'
import { ok, warning, wrong, type Finding } from './finding.ts'

type Interfaces = {
  /** the address of Sourcify's interface; undefined: Sourcify is not asked, and a public chain gets a warning */
  sourcify?: string | undefined
  /** the address of Etherscan's interface */
  etherscan: string
  /** a key of Etherscan; empty: Etherscan is not asked */
  key: string
}

/** @returns a finding for each explorer. Etherscan is asked about public chains only. */
export async function examineSources(interfaces: Interfaces, deployment: Deployment): Promise<Finding[]> {
  const { sourcify, etherscan, key } = interfaces
  const { chainId, network } = deployment
  const isPublic = knownNetwork(network) !== undefined
  const page = PAGES[chainId]
  const findings: Finding[] = []
  if (sourcify !== undefined) findings.push(await shown(sourcifyViewer(sourcify, chainId), deployment))
  else if (isPublic) findings.push(warning('sources', 'not checked', `add --sourcify ${SOURCIFY}`))
  if (key !== '' && isPublic && page !== undefined)
    findings.push(
      isEtherscanKey(key)
        ? await shown(etherscanViewer(etherscan, page, key, chainId), deployment)
        : wrong('sources', 'ETHERSCAN_API_KEY must be letters and digits', 'correct the variable'),
    )
  return findings
}

async function shown(explorer: Viewer, deployment: Deployment): Promise<Finding> {
  const missing: string[] = []
  try {
    for (const contract of ownContracts(deployment))
      if ((await explorer.stateOf(contract)).kind !== 'verified') missing.push(contract.name)
  } catch (error) {
    if (!(error instanceof ExplorerError)) throw error
    return warning('sources', error.message, 'check again later')
  }
  if (missing.length === 0) return ok('sources', `${explorer.name} shows the source of each of our contracts`)
  const todo = 'npm run operator -- explorer --confirm'
  return warning('sources', `${explorer.name} does not show the source of ${missing.join(', ')}`, todo)
}
