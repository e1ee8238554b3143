/** The security centre's intents for the transaction machine. */
import { currentConfig } from '../../core/config/configStore.ts'
import type { Intent } from '../../core/transactions/intent.ts'
import type { Allowance } from './readings.ts'

/** Revokes an allowance by an approval of 0. */
export function revokeIntent({ token, spender }: Pick<Allowance, 'token' | 'spender'>): Intent {
  return {
    describe: () => ({ name: 'revoke', values: [token, spender] }),
    prepare: () => ({
      call: { name: 'approve', token, spender: currentConfig().contracts[spender], amount: 0n },
      spends: [],
    }),
  }
}
