/** Transactions of one account for another: the contracts give the tokens to the other account, no matter who pays the fee. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString, WebPool } from '@galx/protocol/webConfig'
import { callOf, type Claim } from '../../../bonuses/claimModel.ts'
import type { Intent } from '../../../core/transactions/intent.ts'
import { shortenAddress } from '../../../design/AddressTag/shortenAddress.ts'
import { legsOf, paidLegsText } from '../../../staking/stakeModel.ts'

/** Stakes the sender's tokens as a position of `account`. */
export function giftIntent(
  pool: PoolKey,
  terms: WebPool,
  amount: bigint,
  tier: number,
  account: HexString,
): Intent {
  const legs = legsOf(terms, amount)
  return {
    describe: () => ({ name: 'giveStake', values: [paidLegsText(legs), shortenAddress(account, 6, 6)] }),
    prepare: () => ({ call: { name: 'stakeFor', pool, amount, tier, account }, spends: legs }),
  }
}

/** Claims the rewards and bonuses of `account` in one transaction. @param pools may be empty, but not if `claims` is empty too */
export function claimForIntent(
  account: HexString,
  pools: readonly PoolKey[],
  claims: readonly Claim[],
  tokens: readonly TokenSymbol[],
): Intent {
  const [only, ...others] = pools
  return {
    describe: () => ({ name: 'claimFor', values: [tokens.join(' + '), shortenAddress(account, 6, 6)] }),
    prepare: () => ({
      call:
        only !== undefined && others.length === 0 && claims.length === 0
          ? { name: 'claimFor', pool: only, account }
          : callOf(account, pools, claims),
      spends: [],
    }),
  }
}
