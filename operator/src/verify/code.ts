/** Whether the code at every address is what was deployed, and what was deployed is the published release build. */
import { keccak256, type Address, type Hex, type PublicClient } from 'viem'
import type { DeployedContract, Deployment } from '@galx/protocol/deployment'
import { create2Address } from '../deploy/create2.ts'
import { publishedAt } from '../deploy/published.ts'
import type { Findings } from './findings.ts'

/** The contracts without which there is no deployment to look at. */
export const REQUIRED_CONTRACTS = [
  'Timelock',
  'StakingPools',
  'Levels',
  'NodePass',
  'AaaFund',
  'RewardVouchers',
  'EpochLog',
  'ZnVault',
  'SwapFactory',
  'SwapRouter',
  'Multicall3',
] as const
export type RequiredContract = (typeof REQUIRED_CONTRACTS)[number]

export function contractAddress(deployment: Deployment, name: RequiredContract): Address {
  return deployment.contracts[name]!.address as Address
}

/** @returns whether every contract is there to be asked */
export async function verifyCode(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<boolean> {
  const before = findings.wrong.length
  for (const name of REQUIRED_CONTRACTS)
    if (!deployment.contracts[name]) findings.fault(name, 'is not in the deployment file')
  const listed: [string, DeployedContract][] = [
    ...Object.entries(deployment.contracts),
    ...Object.entries(deployment.tokens),
  ]
  let present = findings.wrong.length === before
  for (const [name, entry] of listed) {
    const code = await reader.getCode({ address: entry.address as Address })
    if (!code) {
      findings.fault(name, `has no code at ${entry.address}`)
      present = false
      continue
    }
    findings.expect(`${name} code hash`, keccak256(code), entry.codeHash)
    verifyOrigin(name, entry, deployment.salt, findings)
  }
  return present
}

/**
 * An address made by CREATE2 is a hash over the creation code and its arguments. If the published code and the arguments give
 * the address, nothing else can ever have been created there.
 */
function verifyOrigin(name: string, entry: DeployedContract, salt: string, findings: Findings): void {
  const code = publishedAt(name)
  if (!code || entry.constructorArguments === undefined) return
  const address = create2Address(code.bytecode, entry.constructorArguments as Hex, salt)
  findings.checked++
  if (address !== entry.address)
    findings.fault(
      name,
      `${entry.address} is not where the published code is deployed with these arguments (${address})`,
    )
}
