/** Ranges of blocks with stakes, in the form of verified answers of a node. */
import type { BlockRange } from '../../src/chain/rpc/fetchRange.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { TOPICS } from '../../src/staking/events.ts'

export type Stake = {
  account: string
  inviter: string | null
  position: number
  /** wei */
  amount: bigint
  /** the account's weight afterwards, wei */
  weight: bigint
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function hashOf(number: number): string {
  return `0x${word(BigInt(number))}`
}

/** One block of pool 1. */
export function stakeRange(contract: string, number: number, stakes: readonly Stake[]): BlockRange {
  const end = {
    number,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: 1_800_000_000 + number,
    isComputed: true,
  }
  const logs = stakes.map(({ account, inviter, position, amount, weight }, logIndex): RawLog => ({
    address: contract,
    blockHash: end.hash,
    blockNumber: number,
    logIndex,
    transactionHash: `0x${word(BigInt(number) * 100_000n + BigInt(logIndex))}`,
    topics: [TOPICS.staked, `0x${word(1n)}`, `0x${word(BigInt(account))}`],
    data: `0x${[BigInt(position), amount, 0n, 0n, weight, BigInt(inviter ?? 0)].map(word).join('')}`,
  }))
  return {
    from: number,
    to: number,
    end,
    parentHash: end.parentHash,
    logs,
    times: new Map([[number, end.timestamp]]),
    isComputed: true,
  }
}

/** Joins consecutive ranges into one. */
export function joinRanges(ranges: readonly BlockRange[]): BlockRange {
  return {
    ...ranges.at(-1)!,
    from: ranges[0]!.from,
    parentHash: ranges[0]!.parentHash,
    logs: ranges.flatMap(({ logs }) => logs),
    times: new Map(ranges.flatMap(({ times }) => [...times])),
  }
}
