import type { Address, Hex } from 'viem'

/** One transaction of a Safe, ready to be shown. */
export type Prepared = {
  /** the file's name, without its ending */
  name: string
  /** the transaction in words, as lines */
  words: readonly string[]
  /** the changes on the chain, one line each */
  changes: readonly string[]
  to: Address
  data: Hex
  /** 1: the Safe runs `to`'s code as its own */
  operation: 0 | 1
  /** the calls in the form of the Transaction Builder's file */
  calls: readonly { to: Address; data: Hex }[]
  /** the inner calls of a timelock operation or a batch */
  inner: readonly { to: Address; data: Hex }[]
}
