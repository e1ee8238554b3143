import type { Address, Hex } from 'viem'

/** One transaction of a Safe, ready to be shown. */
export type Prepared = {
  /** of the file, without its ending */
  name: string
  /** what it does, one line each */
  words: readonly string[]
  /** what of the chain differs afterwards, one line each */
  changes: readonly string[]
  to: Address
  data: Hex
  /** 1: the Safe runs `to`'s code as its own */
  operation: 0 | 1
  /** as the Transaction Builder's file lists them */
  calls: readonly { to: Address; data: Hex }[]
  /** the calls within, where it is an operation of the timelock or a batch */
  inner: readonly { to: Address; data: Hex }[]
}
