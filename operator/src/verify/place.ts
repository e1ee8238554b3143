/** What every part of the verification works on: one block of one chain, the file it is compared with, and what was found. */
import type { Address, PublicClient } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { CONTRACT_NAMES, type ContractName, type TokenSymbol } from '@galx/protocol/products'
import type { Findings } from './findings.ts'

/** The contracts without which there is no deployment to look at; the wrapped coin is asked of the router. */
export type RequiredContract = Exclude<ContractName, 'WrappedNative'>
export const REQUIRED_CONTRACTS = CONTRACT_NAMES.filter(
  (name): name is RequiredContract => name !== 'WrappedNative',
)

export type Place = {
  reader: PublicClient
  /** everything is read at this block, so that no two answers contradict each other */
  block: { number: bigint; timestamp: bigint }
  /** `reader.readContract` at the block */
  read: PublicClient['readContract']
  deployment: Deployment
  findings: Findings
  /** most blocks one request for logs asks for */
  logRange: bigint | undefined
}

export async function openPlace(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
  logRange: bigint | undefined,
): Promise<Place> {
  const { number, timestamp } = await reader.getBlock()
  const read = ((call: Parameters<PublicClient['readContract']>[0]) =>
    reader.readContract({ ...call, blockNumber: number } as typeof call)) as PublicClient['readContract']
  return { reader, block: { number, timestamp }, read, deployment, findings, logRange }
}

export function contractAddress(deployment: Deployment, name: RequiredContract): Address {
  return deployment.contracts[name]!.address as Address
}

export function tokenAddress(deployment: Deployment, symbol: TokenSymbol): Address {
  return deployment.tokens[symbol].address as Address
}
