/** Inflows and distributions of AaaFund, decoded by hand. A test compares each with viem's decoder. */
import { toEventSelector } from 'viem'
import { addressOf, checkShape, placeOf, unknownEvent, word, type Place } from '../../chain/decoding.ts'
import type { RawLog } from '../../chain/rpc/shapes.ts'

/** `amount`: wei of AAA */
export type FundInflow = Place & { from: string; amount: bigint }
export type FundDistribution = Place & { amount: bigint }

export const INFLOW_TOPIC = toEventSelector('Transfer(address,address,uint256)')
export const DISTRIBUTION_TOPIC = toEventSelector('Distributed(uint256)')

/** A transfer of the token to the fund. @throws EventFormatError when the log has another shape */
export function decodeInflow(log: RawLog): FundInflow {
  if (log.topics[0] !== INFLOW_TOPIC) return unknownEvent(log)
  checkShape(log, 3, 1)
  return { ...placeOf(log), from: addressOf(log.topics[1]!), amount: word(log.data, 0) }
}

/** @throws EventFormatError when the log has another shape */
export function decodeDistribution(log: RawLog): FundDistribution {
  if (log.topics[0] !== DISTRIBUTION_TOPIC) return unknownEvent(log)
  checkShape(log, 1, 1)
  return { ...placeOf(log), amount: word(log.data, 0) }
}
