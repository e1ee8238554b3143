/** What every part of the verification works on: one block of one chain, the file it is compared with, and what was found. */
import type { Address, PublicClient } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import type { TokenSymbol } from '@galx/protocol/products'
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
