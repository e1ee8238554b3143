/** The chain reads of this page, as data. */
import type { ChainRead } from '../../core/chain/chainRead.ts'
import type { Allowance, Codes, Safety } from './readings.ts'

function readers() {
  return import('./readers.ts')
}

export const safety: ChainRead<Safety> = {
  key: 'pool/safety',
  ofAccount: false,
  load: async () => (await readers()).readSafety,
}

export const codes: ChainRead<Codes> = {
  key: 'pool/codes',
  ofAccount: false,
  load: async () => (await readers()).createCodesReader(),
}

export const allowances: ChainRead<Allowance[]> = {
  key: 'account/allowances',
  ofAccount: true,
  load: async () => (await readers()).readAllowances,
}
