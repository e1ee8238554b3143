/** The fee that AAA takes from trades with its swap pair, read from the token. */
import type { AaaFee } from './aaaFeeReader.ts'
import type { ChainRead } from './chainRead.ts'

export const aaaFee: ChainRead<AaaFee> = {
  key: 'aaa/fee',
  ofAccount: false,
  load: async () => (await import('./aaaFeeReader.ts')).readAaaFee,
}
