/**
 * Compares a live deployment with its deployment file: code, roles, wiring, and whether every contract holds what it owes.
 * Believes nothing but the chain; names everything that is wrong.
 */
import type { PublicClient } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { verifyCode } from './code.ts'
import { Findings, firstLine } from './findings.ts'
import { verifyRoles } from './roles.ts'
import { verifySolvency } from './solvency.ts'
import { verifyTimelock } from './timelockRoles.ts'
import { verifyPools, verifyPrograms, verifyWiring } from './wiring.ts'

export type VerifyOptions = {
  /** most blocks one request for logs asks for */
  logRange?: bigint | undefined
}

/** @throws only when the node does not answer at all */
export async function verifyDeployment(
  reader: PublicClient,
  deployment: Deployment,
  options: VerifyOptions = {},
): Promise<Findings> {
  const findings = new Findings()
  const genesis = await reader.getBlock({ blockNumber: 0n })
  findings.expect('chain id', await reader.getChainId(), deployment.chainId)
  findings.expect('genesis block', genesis.hash, deployment.genesisHash)
  // With another chain, or contracts that are not there, every further fault would only be a consequence.
  if (findings.wrong.length > 0) return findings
  const present = await verifyCode(reader, deployment, findings)
  if (!present) return findings
  const parts: [string, () => Promise<void>][] = [
    ['roles', () => verifyRoles(reader, deployment, findings)],
    ['Timelock', () => verifyTimelock(reader, deployment, findings, options)],
    ['wiring', () => verifyWiring(reader, deployment, findings)],
    ['pools', () => verifyPools(reader, deployment, findings)],
    ['programs', () => verifyPrograms(reader, deployment, findings)],
    ['solvency', () => verifySolvency(reader, deployment, findings, options)],
  ]
  // A contract that is not what it should be may not even answer; the other parts are looked at all the same.
  for (const [name, part] of parts)
    await part().catch((error: unknown) =>
      findings.fault(name, `cannot be read to the end: ${firstLine(error)}`),
    )
  return findings
}
