/** The timelock's announcements, executions and cancellations. They are few, so viem decodes them. */
import { decodeEventLog, encodeAbiParameters, toEventSelector, type AbiParameter, type Hex } from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { EventFormatError, placeOf, small, unknownEvent, type Place } from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'

const MOST_CALLS = 2 ** 31 - 1

/** One call of an announced operation. An operation with several calls has one such event for each call, in order. */
type Scheduled = {
  kind: 'scheduled'
  call: number
  /** lowercase */
  target: string
  /** wei of the native coin */
  value: bigint
  data: Hex
  predecessor: Hex
  /** seconds */
  delay: bigint
}
/** `id`: the operation's id, computed by the contract */
export type TimelockEvent = Place & { id: Hex } & (
    Scheduled | { kind: 'salt'; salt: Hex } | { kind: 'executed' } | { kind: 'cancelled' }
  )

export const TIMELOCK_TOPICS = {
  scheduled: toEventSelector('CallScheduled(bytes32,uint256,address,uint256,bytes,bytes32,uint256)'),
  salt: toEventSelector('CallSalt(bytes32,bytes32)'),
  executed: toEventSelector('CallExecuted(bytes32,uint256,address,uint256,bytes)'),
  cancelled: toEventSelector('Cancelled(bytes32)'),
} as const

const EVENTS = timelockAbi.filter(
  (item) =>
    item.type === 'event' && ['CallScheduled', 'CallSalt', 'CallExecuted', 'Cancelled'].includes(item.name),
) as Extract<
  (typeof timelockAbi)[number],
  { type: 'event'; name: 'CallScheduled' | 'CallSalt' | 'CallExecuted' | 'Cancelled' }
>[]

/** @throws EventFormatError when the log has another shape */
export function decodeTimelockEvent(log: RawLog): TimelockEvent {
  const event = eventOf(log)
  const place = { ...placeOf(log), id: event.args.id }
  switch (event.eventName) {
    case 'CallScheduled': {
      const { index, target, value, data, predecessor, delay } = event.args
      const call = small(index, MOST_CALLS, 'the number of a call')
      return {
        ...place,
        kind: 'scheduled',
        call,
        target: target.toLowerCase(),
        value,
        data,
        predecessor,
        delay,
      }
    }
    case 'CallSalt':
      return { ...place, kind: 'salt', salt: event.args.salt }
    case 'CallExecuted':
      return { ...place, kind: 'executed' }
    case 'Cancelled':
      return { ...place, kind: 'cancelled' }
  }
}

function eventOf(log: RawLog) {
  const abi = EVENTS.find((event) => toEventSelector(event) === log.topics[0])
  if (abi === undefined) return unknownEvent(log)
  try {
    const [signature, ...topics] = log.topics as [Hex, ...Hex[]]
    const event = decodeEventLog({
      abi: EVENTS,
      topics: [signature, ...topics],
      data: log.data as Hex,
      strict: true,
    })
    const args: Readonly<Record<string, unknown>> = event.args
    const plain: readonly AbiParameter[] = abi.inputs.filter(({ indexed }) => !indexed)
    // The decoder ignores bytes after the last value.
    if (
      encodeAbiParameters(
        plain,
        plain.map(({ name }) => args[name!]),
      ) === log.data
    )
      return event
  } catch {
    // The error below reports it.
  }
  throw new EventFormatError(
    `log ${log.logIndex} of block ${log.blockNumber} does not have the shape of its event`,
  )
}
