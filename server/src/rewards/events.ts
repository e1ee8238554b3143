/** RewardVouchers' events, decoded by hand; a test compares each with viem's decoder. */
import { toEventSelector } from 'viem'
import { addressOf, checkShape, placeOf, unknownEvent, word, type Place } from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'

/** Amounts are wei of the program's token. */
export type VoucherEvent = Place & { program: bigint } & (
    | { kind: 'claimed'; account: string; amount: bigint }
    | { kind: 'funded'; amount: bigint }
    /** `start`: unix seconds when the first epoch of the program begins */
    | { kind: 'created'; budgetPerEpoch: bigint; start: bigint }
  )

/** StakingPools has events with the same names and shapes. Only the address distinguishes them. */
export const VOUCHER_TOPICS = {
  claimed: toEventSelector('Claimed(uint256,address,uint256)'),
  funded: toEventSelector('Funded(uint256,address,uint256)'),
  created: toEventSelector('ProgramCreated(uint256,address,uint256,uint256)'),
} as const

/** @throws EventFormatError when the log has another shape */
export function decodeVoucherEvent(log: RawLog): VoucherEvent {
  const { topics, data } = log
  const program = BigInt(topics[1] ?? '0x0')
  switch (topics[0]) {
    case VOUCHER_TOPICS.claimed:
      checkShape(log, 3, 1)
      return {
        kind: 'claimed',
        ...placeOf(log),
        program,
        account: addressOf(topics[2]!),
        amount: word(data, 0),
      }
    case VOUCHER_TOPICS.funded:
      checkShape(log, 3, 1)
      return { kind: 'funded', ...placeOf(log), program, amount: word(data, 0) }
    case VOUCHER_TOPICS.created:
      checkShape(log, 3, 2)
      return {
        kind: 'created',
        ...placeOf(log),
        program,
        budgetPerEpoch: word(data, 0),
        start: word(data, 1),
      }
    default:
      return unknownEvent(log)
  }
}
