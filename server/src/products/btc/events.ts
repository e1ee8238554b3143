/** The event of Levels, decoded by hand. A test compares it with viem's decoder. */
import { toEventSelector } from 'viem'
import {
  addressOf,
  checkShape,
  placeOf,
  small,
  unknownEvent,
  word,
  type Place,
} from '../../chain/decoding.ts'
import type { RawLog } from '../../chain/rpc/shapes.ts'

/** `burned`: wei of MCM */
export type LevelEvent = Place & { kind: 'level'; account: string; level: number; burned: bigint }

export const LEVEL_TOPICS = {
  levelBought: toEventSelector('LevelBought(address,uint256,uint256,uint256)'),
} as const

/** @throws EventFormatError when the log has another shape */
export function decodeLevelEvent(log: RawLog): LevelEvent {
  if (log.topics[0] !== LEVEL_TOPICS.levelBought) return unknownEvent(log)
  checkShape(log, 2, 3)
  return {
    kind: 'level',
    ...placeOf(log),
    account: addressOf(log.topics[1]!),
    level: small(word(log.data, 1), 255, 'level'),
    burned: word(log.data, 2),
  }
}
