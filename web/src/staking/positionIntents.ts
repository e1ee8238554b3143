/** Later actions on a position or on a pool's rewards: each kind of exit, and compounding. This code is loaded after the first paint. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { Position } from '../core/chain/chainStore.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { legsText, type Leg } from './stakeModel.ts'

/** Withdraws `amount` wei from an unlocked position. Only principal: the rewards stay claimable. */
export function unstakeIntent(position: Position, amount: bigint, legs: readonly Leg[]): Intent {
  return {
    describe: () => ({ name: 'unstake', values: [legsText(legs)] }),
    prepare: (account) => ({
      call: { name: 'unstake', pool: position.pool, position: position.position, amount, to: account },
      spends: [],
    }),
  }
}

/** Withdraws all of an unlocked position and claims the pool's rewards in the same transaction. */
export function exitIntent(position: Position, legs: readonly Leg[]): Intent {
  return {
    describe: () => ({ name: 'exit', values: [legsText(legs)] }),
    prepare: (account) => ({
      call: { name: 'exit', pool: position.pool, position: position.position, to: account },
      spends: [],
    }),
  }
}

/** Withdraws `amount` wei from a locked position, at a cost that the contract computes in the block. Rewards stay claimable. */
export function exitEarlyIntent(position: Position, amount: bigint, legs: readonly Leg[]): Intent {
  return {
    describe: () => ({ name: 'exitEarly', values: [legsText(legs)] }),
    prepare: (account) => ({
      call: { name: 'exitEarly', pool: position.pool, position: position.position, amount, to: account },
      spends: [],
    }),
  }
}

/**
 * The emergency exit, which depends on nothing else: withdraws an unlocked position's whole principal, each token separately. The account forfeits
 * its unclaimed rewards of the pool.
 */
export function withdrawPrincipalIntent(position: Position, legs: readonly Leg[]): Intent {
  return {
    describe: () => ({ name: 'withdrawPrincipal', values: [legsText(legs)] }),
    prepare: (account) => ({
      call: { name: 'withdrawPrincipal', pool: position.pool, position: position.position, to: account },
      spends: [],
    }),
  }
}

/** Stakes a pool's reward in the same pool, without a lock. See `canCompound` in product.ts. */
export function compoundIntent(pool: PoolKey, token: TokenSymbol): Intent {
  return {
    describe: () => ({ name: 'compound', values: [token] }),
    prepare: () => ({ call: { name: 'compound', pool }, spends: [] }),
  }
}
