/** What /btc asks of the transaction machine besides staking. */
import type { PoolKey } from '@galx/protocol/products'
import { reportTransaction } from '../../core/api/reportTransaction.ts'
import { usableToken } from '../../core/session/token.ts'
import type { Intent } from '../../core/transactions/intent.ts'
import { amountText } from '../../design/Amount/amountText.ts'

/**
 * Burning `price` wei of MCM for a level.
 * @param boosted the pools that apply the new boost in the same transaction: all of them, also where nothing is staked yet,
 * because staking later does not ask for the boost again
 */
export function buyLevelIntent(level: number, price: bigint, boosted: readonly PoolKey[]): Intent {
  return {
    describe: () => ({ name: 'buyLevel', values: [amountText(price), String(level)] }),
    prepare: () => ({
      call: { name: 'buyLevel', level, pools: [...boosted] },
      spends: [{ token: 'MCM', amount: price }],
    }),
    report: async (hash) => usableToken() === null || reportTransaction('buyLevel', hash),
  }
}

/** Has a pool apply the boost of the account's level to what is staked there. */
export function syncBoostIntent(pool: PoolKey): Intent {
  return {
    describe: () => ({ name: 'syncBoost', values: [] }),
    prepare: (account) => ({ call: { name: 'syncBoost', pool, account }, spends: [] }),
  }
}
