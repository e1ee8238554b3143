/** RewardVouchers' events, decoded by hand; a test compares each with viem's decoder. */
import { toEventSelector } from 'viem'
import { addressOf, checkShape, placeOf, unknownEvent, word, type Place } from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'

/** `amount` is wei of the program's token. */
export type VoucherEvent = Place & { program: bigint; account: string; amount: bigint }

/** StakingPools has an event of the same name and shape: only the address distinguishes them. */
export const VOUCHER_TOPICS = { claimed: toEventSelector('Claimed(uint256,address,uint256)') } as const

/** @throws EventFormatError when the log has another shape */
export function decodeVoucherEvent(log: RawLog): VoucherEvent {
  const { topics, data } = log
  if (topics[0] !== VOUCHER_TOPICS.claimed) return unknownEvent(log)
  checkShape(log, 3, 1)
  return {
    ...placeOf(log),
    program: BigInt(topics[1]!),
    account: addressOf(topics[2]!),
    amount: word(data, 0),
  }
}
