/** What this page alone reads of the chain, as data. */
import type { ChainRead } from '../../core/chain/chainRead.ts'

function readers() {
  return import('./readers.ts')
}

/** The newest block that the chain does not take back; its time is in unix seconds. */
export type FinalBlock = { number: bigint; timestamp: number }

export const finalBlock: ChainRead<FinalBlock> = {
  key: 'head/final',
  ofAccount: false,
  load: async () => (await readers()).readFinalBlock,
}

export type ProgramBudget = {
  token: `0x${string}`
  /** wei that have not vested yet */
  left: bigint
  /** unix seconds of the end of the epoch in which the last of it vests; 0: nothing is left */
  until: number
}

/** `epochDuration`: seconds. Programs are in the order in which they were made. */
export type Vouchers = { epochDuration: number; programs: ProgramBudget[] }

export const vouchers: ChainRead<Vouchers> = {
  key: 'pool/vouchers',
  ofAccount: false,
  load: async () => (await readers()).readVouchers,
}
