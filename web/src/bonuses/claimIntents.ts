/** Claims of bonuses, for the transaction machine. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { Intent } from '../core/transactions/intent.ts'
import { titleOf, type Claim } from './claimModel.ts'

/** Claims by vouchers alone. Needs no stake and no pool. */
export function bonusesIntent(claims: readonly Claim[]): Intent {
  return {
    describe: () => titleOf([], claims),
    prepare: async (account) => (await import('./claimPlan.ts')).claimPlan(account, [], [], claims),
  }
}

/**
 * Claims the pools' rewards, and the bonuses that the chain would pay, in one transaction. A bonus that the chain would refuse does not
 * prevent the rest of the claim.
 * @param pools at least one
 */
export function withBonusesIntent(
  pools: readonly PoolKey[],
  tokens: readonly TokenSymbol[],
  claims: readonly Claim[],
): Intent {
  return {
    describe: () => titleOf(tokens, claims),
    prepare: async (account) => (await import('./claimPlan.ts')).claimPlan(account, pools, tokens, claims),
  }
}
