/** The intents of /btc besides staking. */
import type { PoolKey } from '@galx/protocol/products'
import { reportTransaction } from '../../core/api/reportTransaction.ts'
import { usableToken } from '../../core/session/token.ts'
import type { Intent } from '../../core/transactions/intent.ts'
import { amountText } from '../../design/Amount/amountText.ts'

/**
 * Burns `price` wei of MCM for a level.
 * @param boosted the pools that apply the new boost in the same transaction: all of them, even without a stake,
 * because a later stake does not read the boost again
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
