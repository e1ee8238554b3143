import { aaaFeeAbi } from '@galx/protocol/abi/AaaFee'
import type { HexString } from '@galx/protocol/webConfig'
import type { Reader } from './chainRead.ts'

export type AaaFee = {
  /** the rate on each transfer to or from `swapPair`; other transfers are free */
  rateBps: number
  /** the highest rate that the token accepts at deployment */
  maximumBps: number
  /** receives the fee; never changes */
  recipient: HexString
  /** may lower the rate, and do nothing else; never changes */
  cfo: HexString
  swapPair: HexString
}

export const readAaaFee: Reader<AaaFee> = async ({ config, read }) => {
  const token = config.tokens.AAA.address
  const [rate, maximum, recipient, cfo, swapPair] = await Promise.all([
    read(token, aaaFeeAbi, 'feeRate', []),
    read(token, aaaFeeAbi, 'MAXIMUM_FEE_RATE', []),
    read(token, aaaFeeAbi, 'feeRecipient', []),
    read(token, aaaFeeAbi, 'cfo', []),
    read(token, aaaFeeAbi, 'swapPair', []),
  ])
  return {
    rateBps: rate,
    maximumBps: Number(maximum),
    recipient: lowerCase(recipient),
    cfo: lowerCase(cfo),
    swapPair: lowerCase(swapPair),
  }
}

function lowerCase(address: HexString) {
  return address.toLowerCase() as HexString
}
