/** The events of a pair of a Uniswap-V2-compatible exchange, decoded by hand. A test compares each with viem's decoder. */
import { toEventSelector } from 'viem'
import { checkShape, placeOf, unknownEvent, word, type Place } from '../../chain/decoding.ts'
import type { RawLog } from '../../chain/rpc/shapes.ts'

/** Wei of the pair's first and second token. A pair emits `sync` at every change. In a swap, `sync` comes before `swap`. */
export type PairEvent = Place &
  (
    | { kind: 'sync'; reserve0: bigint; reserve1: bigint }
    /** the amounts in both directions */
    | { kind: 'swap'; amount0: bigint; amount1: bigint }
  )

export const SYNC_TOPIC = toEventSelector('Sync(uint112,uint112)')
export const SWAP_TOPIC = toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')

/** @throws EventFormatError when the log has another shape */
export function decodePairEvent(log: RawLog): PairEvent {
  const { data } = log
  if (log.topics[0] === SYNC_TOPIC) {
    checkShape(log, 1, 2)
    return { ...placeOf(log), kind: 'sync', reserve0: word(data, 0), reserve1: word(data, 1) }
  }
  if (log.topics[0] === SWAP_TOPIC) {
    checkShape(log, 3, 4)
    return {
      ...placeOf(log),
      kind: 'swap',
      amount0: word(data, 0) + word(data, 2),
      amount1: word(data, 1) + word(data, 3),
    }
  }
  return unknownEvent(log)
}
