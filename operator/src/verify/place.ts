/** The shared context of a verification: one block of one chain, the file for the comparison, and the findings. */
import { numberToHex, zeroAddress, type Address, type PublicClient } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { CONTRACT_NAMES, type ContractName, type TokenSymbol } from '@galx/protocol/products'
import { NodeRefusedError, nodeErrorOf } from '../chain/nodeFaults.ts'
import type { Findings } from './findings.ts'
import { LogReader } from './logs.ts'

/** The contracts that every deployment needs. The router names the wrapped coin. */
export type RequiredContract = Exclude<ContractName, 'WrappedNative'>
export const REQUIRED_CONTRACTS = CONTRACT_NAMES.filter(
  (name): name is RequiredContract => name !== 'WrappedNative',
)

export type Place = {
  reader: PublicClient
  /** all reads are at this block, so that no two answers contradict each other */
  block: { number: bigint; timestamp: bigint }
  /** the block's number, for a read of the block's state. @throws ArchiveNeededError if the node has dropped the state */
  stateBlock(): Promise<bigint>
  /** `reader.readContract` at the block */
  read: PublicClient['readContract']
  deployment: Deployment
  findings: Findings
  logs: LogReader
}

/** The state of a block is too old for the node. */
export class ArchiveNeededError extends Error {
  override name = 'ArchiveNeededError'
}

/** Milliseconds for which every node keeps a block's state. */
const STATE_KEPT = 50_000

/** @param now milliseconds of a monotonic clock @returns a place at the newest block */
export async function openPlace(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
  logs = new LogReader(reader),
  now: () => number = () => performance.now(),
): Promise<Place> {
  const askedAt = now()
  const { number, timestamp } = await reader.getBlock()
  let isArchive: Promise<boolean> | undefined
  const stateBlock = async () => {
    if (now() - askedAt <= STATE_KEPT) return number
    isArchive ??= hasState(reader, number)
    if (await isArchive) return number
    throw new ArchiveNeededError(
      `an archive is needed: the state of block ${number} is older than ${STATE_KEPT / 1_000} s, and the node does not have it any more`,
    )
  }
  const read = (async (call: Parameters<PublicClient['readContract']>[0]) =>
    reader.readContract({
      ...call,
      blockNumber: await stateBlock(),
    } as typeof call)) as PublicClient['readContract']
  return { reader, block: { number, timestamp }, stateBlock, read, deployment, findings, logs }
}

/** The same place at the present newest block. */
export function renewPlace({ reader, deployment, findings, logs }: Place): Promise<Place> {
  return openPlace(reader, deployment, findings, logs)
}

/** @throws the node's error, unless it is about missing state */
async function hasState(reader: PublicClient, block: bigint): Promise<boolean> {
  const params: [Address, `0x${string}`] = [zeroAddress, numberToHex(block)]
  return reader.request({ method: 'eth_getBalance', params }).then(
    () => true,
    (error: unknown) => {
      const fault = nodeErrorOf(error)
      if (fault instanceof NodeRefusedError && fault.refusal.kind === 'state') return false
      throw error
    },
  )
}

export function contractAddress(deployment: Deployment, name: RequiredContract): Address {
  return deployment.contracts[name]!.address as Address
}

export function tokenAddress(deployment: Deployment, symbol: TokenSymbol): Address {
  return deployment.tokens[symbol].address as Address
}
