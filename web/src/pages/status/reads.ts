/** The chain reads of this page, as data. */
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { FinalBlock, Vouchers } from './readings.ts'

function readers() {
  return import('./readers.ts')
}

export const finalBlock: ChainRead<FinalBlock> = {
  key: 'head/final',
  ofAccount: false,
  load: async () => (await readers()).readFinalBlock,
}

export const vouchers: ChainRead<Vouchers> = {
  key: 'pool/vouchers',
  ofAccount: false,
  load: async () => (await readers()).readVouchers,
}
