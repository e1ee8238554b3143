/** The timelock's announcements in a node's answer to `eth_getLogs`. */
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { decodeEventLog, toEventSelector } from 'viem/utils'
import type { HexString } from '@galx/protocol/webConfig'
import { isIdentified } from '../operationId.ts'
import type { FoundOperation } from './logsStore.ts'

/** The greatest number of bytes of an announcement's calls that are shown, as in the API. */
const MOST_BYTES = 32_768
const NONE = `0x${'0'.repeat(64)}`

/** The contract itself says whether an announced operation was executed or cancelled, so those logs are not read. */
export const ANNOUNCED_TOPICS = [
  toEventSelector('CallScheduled(bytes32,uint256,address,uint256,bytes,bytes32,uint256)'),
  toEventSelector('CallSalt(bytes32,bytes32)'),
]

/** The node's answer is not a list of the requested logs. */
export class LogShapeError extends Error {
  override readonly name = 'LogShapeError'
}

type Call = NonNullable<FoundOperation['calls']>[number]
type Announced = Pick<FoundOperation, 'id' | 'predecessor' | 'salt' | 'block'> & {
  /** by index: a log may have any index */
  calls: Map<bigint, Call>
  delay: bigint
  time: number | null
}

/**
 * @param timeOf the time of a block, unix seconds; for logs without a time
 * @throws LogShapeError, also if an announcement's calls do not have its identifier; and the errors of `timeOf`
 */
export async function announcementsIn(
  answer: unknown,
  { timelock, from, to }: { timelock: HexString; from: number; to: number },
  timeOf: (block: number) => Promise<number>,
): Promise<Omit<FoundOperation, 'by'>[]> {
  if (!Array.isArray(answer)) throw new LogShapeError('the answer is not a list of logs')
  const found = new Map<string, Announced>()
  for (const given of answer as unknown[]) {
    const { address, topics, data, blockNumber, blockTimestamp } = Object(given) as Record<string, unknown>
    const block = Number(blockNumber)
    if (String(address).toLowerCase() !== timelock.toLowerCase() || !(block >= from && block <= to))
      throw new LogShapeError('the answer has logs that were not requested')
    const event = eventOf(topics, data)
    const { id } = event.args
    if (event.eventName === 'CallSalt') {
      const announced = found.get(id)
      if (announced !== undefined) announced.salt = event.args.salt
      continue
    }
    const { index, target, value, data: call, predecessor, delay } = event.args
    const known = found.get(id)
    // An operation that was cancelled and announced again has the same identifier and the same calls.
    const announced = known?.block === block ? known : { id, salt: NONE, calls: new Map<bigint, Call>() }
    announced.calls.set(index, { target: target.toLowerCase(), value: String(value), data: call })
    const time = typeof blockTimestamp === 'string' ? Number(blockTimestamp) : null
    if (time !== null && !Number.isSafeInteger(time))
      throw new LogShapeError('the answer has a malformed time')
    found.set(id, { ...announced, predecessor, block, delay, time })
  }
  return Promise.all(
    [...found.values()].map(async ({ delay, time, calls, ...rest }) => {
      const inOrder = [...calls].sort(([one], [other]) => Number(one - other)).map(([, call]) => call)
      const scheduledAt = time ?? (await timeOf(rest.block))
      const readyAt = String(BigInt(scheduledAt) + delay)
      const whole = { ...rest, scheduledAt, readyAt, calls: inOrder }
      if (!isIdentified(whole)) throw new LogShapeError('an announcement lacks a call, or has a false one')
      const size = inOrder.reduce((sum, { data }) => sum + data.length / 2 + 64, 0)
      return size > MOST_BYTES ? { ...whole, calls: null } : whole
    }),
  )
}

function eventOf(topics: unknown, data: unknown) {
  try {
    const event = decodeEventLog({
      abi: timelockAbi,
      topics: topics as [HexString, ...HexString[]],
      data: data as HexString,
    })
    if (event.eventName === 'CallScheduled' || event.eventName === 'CallSalt') return event
  } catch {
    // The error below reports the malformed log.
  }
  throw new LogShapeError('the answer has a malformed log')
}
