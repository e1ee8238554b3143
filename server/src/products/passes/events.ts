/** NodePass's events, decoded by hand. A test compares each with viem's decoder. */
import { toEventSelector } from 'viem'
import {
  addressOf,
  checkShape,
  nonZero,
  onlyString,
  placeOf,
  small,
  unknownEvent,
  word,
  type Place,
} from '../../chain/decoding.ts'
import type { RawLog } from '../../chain/rpc/shapes.ts'

/** `until`: unix seconds; `bond`: wei of MCM */
export type PassEvent = Place & { id: bigint } & (
    | { kind: 'transfer'; from: string | null; to: string | null }
    | { kind: 'mint'; account: string; name: string }
    | { kind: 'rename'; name: string }
    | { kind: 'unbonding'; until: number }
    | { kind: 'unbondingCancelled' }
    | { kind: 'unbonded'; account: string; bond: bigint }
  )

export const PASS_TOPICS = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  passMinted: toEventSelector('PassMinted(uint256,address,string)'),
  passRenamed: toEventSelector('PassRenamed(uint256,string)'),
  unbondingStarted: toEventSelector('UnbondingStarted(uint256,uint256)'),
  unbondingCancelled: toEventSelector('UnbondingCancelled(uint256)'),
  unbonded: toEventSelector('Unbonded(uint256,address,uint256)'),
} as const

/** @throws EventFormatError if the log has no known shape */
export function decodePassEvent(log: RawLog): PassEvent {
  const { topics, data } = log
  const place = placeOf(log)
  const id = BigInt(topics[1] ?? '0x0')
  switch (topics[0]) {
    case PASS_TOPICS.transfer:
      checkShape(log, 4, 0)
      return {
        kind: 'transfer',
        ...place,
        id: BigInt(topics[3]!),
        from: nonZero(addressOf(topics[1]!)),
        to: nonZero(addressOf(topics[2]!)),
      }
    case PASS_TOPICS.passMinted:
      if (topics.length !== 3) return unknownEvent(log)
      return { kind: 'mint', ...place, id, account: addressOf(topics[2]!), name: onlyString(log) }
    case PASS_TOPICS.passRenamed:
      if (topics.length !== 2) return unknownEvent(log)
      return { kind: 'rename', ...place, id, name: onlyString(log) }
    case PASS_TOPICS.unbondingStarted:
      checkShape(log, 2, 1)
      return {
        kind: 'unbonding',
        ...place,
        id,
        until: small(word(data, 0), Number.MAX_SAFE_INTEGER, 'end of unbonding'),
      }
    case PASS_TOPICS.unbondingCancelled:
      checkShape(log, 2, 0)
      return { kind: 'unbondingCancelled', ...place, id }
    case PASS_TOPICS.unbonded:
      checkShape(log, 3, 1)
      return { kind: 'unbonded', ...place, id, account: addressOf(topics[2]!), bond: word(data, 0) }
    default:
      return unknownEvent(log)
  }
}
