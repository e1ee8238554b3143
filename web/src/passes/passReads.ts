/** The chain reads of node passes, as data. */
import type { ChainRead } from '../core/chain/chainRead.ts'
import type { HeldPass, PassTerms } from './passModel.ts'

function readers() {
  return import('./passReaders.ts')
}

/** The account's passes, by number. */
export const heldPasses: ChainRead<HeldPass[]> = {
  key: 'passes',
  ofAccount: true,
  load: async () => (await readers()).readHeldPasses,
}

export const passTerms: ChainRead<PassTerms> = {
  key: 'passTerms',
  ofAccount: false,
  load: async () => (await readers()).readPassTerms,
}

/** The contract's own picture, as a data URI; null if the contract gives no picture that can be shown. */
export function passPicture(id: bigint): ChainRead<string | null> {
  return {
    key: `pass/${id}/picture`,
    ofAccount: false,
    load: async () => (await readers()).readPassPicture(id),
  }
}
