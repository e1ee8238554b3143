/** What AAA takes from trades with its swap pair, as the token says. */
import type { HexString } from '@galx/protocol/webConfig'
import type { ChainRead } from './chainRead.ts'

export type AaaFee = {
  /** of each transfer to or from `swapPair`; no other transfer pays one */
  rateBps: number
  /** the highest rate that the token can be made with */
  maximumBps: number
  /** who receives it; never changes */
  recipient: HexString
  /** who may lower the rate, and nothing else; never changes */
  cfo: HexString
  swapPair: HexString
}

export const aaaFee: ChainRead<AaaFee> = {
  key: 'aaa/fee',
  ofAccount: false,
  load: async () => (await import('./aaaFeeReader.ts')).readAaaFee,
}
