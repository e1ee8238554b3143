/** Shared functions of the contracts' decoders. The decoders are written by hand. They are ten times as fast as a general decoder. */
import { InvariantViolationError } from '../platform/faults.ts'
import type { RawLog } from './rpc/shapes.ts'

/** The place of an event on the chain. Its time (unix seconds) is joined from the block's header later. */
export type Place = { block: number; logIndex: number; txHash: string }

/** The log has a shape that its contract cannot emit. */
export class EventFormatError extends InvariantViolationError {
  override name = 'EventFormatError'
}

/** The character code of a zero. */
const ZERO = 0x30
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

export function placeOf(log: RawLog): Place {
  return {
    block: log.blockNumber,
    logIndex: log.logIndex,
    txHash: log.transactionHash,
  }
}

/** The number of hex digits that a JavaScript number holds exactly. */
const EXACT_DIGITS = 13

/** The word at `index` of `data`, from 0. Most words are small. */
export function word(data: string, index: number): bigint {
  const end = 66 + index * 64
  let first = 2 + index * 64
  while (first < end && data.charCodeAt(first) === ZERO) first += 1
  if (first === end) return 0n
  const digits = data.slice(first, end)
  return end - first <= EXACT_DIGITS ? BigInt(Number.parseInt(digits, 16)) : BigInt(`0x${digits}`)
}

/** The address in a topic, lowercase. */
export function addressOf(topic: string): string {
  return `0x${topic.slice(26)}`
}

/** The address in the word at `index` of `data`, lowercase; null for the zero address. */
export function optionalAddress(data: string, index: number): string | null {
  return nonZero(`0x${data.slice(26 + index * 64, 66 + index * 64)}`)
}

/** Null for the zero address. */
export function nonZero(address: string): string | null {
  return address === ZERO_ADDRESS ? null : address
}

/** @throws EventFormatError above `limit` */
export function small(value: bigint, limit: number, what: string): number {
  if (value > BigInt(limit)) throw new EventFormatError(`${what} ${value} is above ${limit}`)
  return Number(value)
}

/** A log in an error, so that somebody can find the log on an explorer. */
function nameOf({ logIndex, blockNumber, address, transactionHash }: RawLog): string {
  return `log ${logIndex} of block ${blockNumber} (contract ${address}, transaction ${transactionHash})`
}

/** @throws EventFormatError unless the log has this number of topics and words of data */
export function checkShape(log: RawLog, topics: number, words: number): void {
  if (log.topics.length !== topics || log.data.length !== 2 + words * 64)
    throw new EventFormatError(
      `${nameOf(log)} has ${log.topics.length} topics and ${log.data.length / 2 - 1} bytes of data, but its event has ${topics} topics and ${words * 32} bytes`,
    )
}

/** @throws EventFormatError always */
export function unknownEvent(log: RawLog): never {
  throw new EventFormatError(`${nameOf(log)} is of an unknown kind ${log.topics[0]}`)
}

/**
 * The string of an event whose data is only one string.
 * @throws EventFormatError unless the data is exactly its ABI encoding
 */
export function onlyString(log: RawLog): string {
  const { data } = log
  const length = data.length >= 130 ? Number(word(data, 1)) : Number.NaN
  const words = 2 + Math.ceil(length / 32)
  if (!(length <= 4096) || word(data, 0) !== 32n || data.length !== 2 + words * 64)
    throw new EventFormatError(`${nameOf(log)} does not hold an ABI-encoded string`)
  return Buffer.from(data.slice(130, 130 + length * 2), 'hex').toString('utf8')
}
