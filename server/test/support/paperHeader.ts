/** Headers of invented blocks, with correct hashes. */
import { numberToHex } from 'viem'
import { headerHash } from '../../src/chain/rpc/shapes.ts'

const ZERO_HASH = `0x${'00'.repeat(32)}`

export type PaperHeader = { number: string; hash: string; parentHash: string; logsBloom: string }

/** In a node's form. @param given `timestamp` is unix seconds; without a bloom the block contains no logs */
export function paperHeader(given: {
  number: number
  parentHash: string
  timestamp: number
  logsBloom?: string
}): PaperHeader {
  const fields = {
    number: numberToHex(given.number),
    parentHash: given.parentHash,
    sha3Uncles: ZERO_HASH,
    miner: `0x${'00'.repeat(20)}`,
    stateRoot: ZERO_HASH,
    transactionsRoot: ZERO_HASH,
    receiptsRoot: ZERO_HASH,
    logsBloom: given.logsBloom ?? `0x${'00'.repeat(256)}`,
    difficulty: '0x2',
    gasLimit: '0x8f0d180',
    gasUsed: '0x0',
    timestamp: numberToHex(given.timestamp),
    extraData: '0x',
    mixHash: ZERO_HASH,
    nonce: '0x0000000000000000',
    baseFeePerGas: '0x0',
  }
  return { ...fields, hash: headerHash(fields)! }
}
