/** What staking asks of the transaction machine: stake, unstake, exit, claim. Encoding, checks and sending are the machine's. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { reportOfPool, reportTransaction } from '../core/api/reportTransaction.ts'
import type { Position } from '../core/chain/chainStore.ts'
import { knownUserInfo } from '../core/session/loadUserInfo.ts'
import { namedInviter } from '../core/session/namedInviter.ts'
import { usableToken } from '../core/session/token.ts'
import type { Intent } from '../core/transactions/intent.ts'
import type { PreviewLine } from '../core/transactions/title.ts'
import type { stakePreview } from './preview/stakePreview.ts'
import { termLength } from './format.ts'
import { hasTerms } from './product.ts'
import { legsOf, legsText, paidLegsText, type Leg } from './stakeModel.ts'

/**
 * Staking `amount` wei in a pool's tier, in a pair pool together with the tokens that go with it. It carries the account's
 * pending inviter, which the first stake makes permanent; the zero address where there is none.
 */
export function stakeIntent(key: PoolKey, pool: WebPool, amount: bigint, tier = 0): Intent {
  const legs = legsOf(pool, amount)
  return {
    describe: () => {
      const { count, unit } = termLength(pool.tiers[tier]?.duration ?? 0)
      return hasTerms(pool)
        ? { name: 'stakeTerm', values: [paidLegsText(legs), String(count), unit] }
        : { name: 'stake', values: [paidLegsText(legs)] }
    },
    prepare: async (account) => {
      const [user, preview] = await Promise.all([knownUserInfo(account), previewOf(key, pool, amount, tier)])
      return {
        preview,
        call: {
          name: 'stake',
          pool: key,
          amount,
          tier,
          inviter: namedInviter(user, account),
        },
        spends: legs,
      }
    },
    // Only a signed-in account has somewhere to report to; an unreported stake appears all the same.
    report: async (hash) => {
      const name = reportOfPool(key)
      return name === null || usableToken() === null || reportTransaction(name, hash)
    },
  }
}

/** What the stake is expected to bring; nothing where that cannot be said. */
async function previewOf(...stake: Parameters<typeof stakePreview>): Promise<PreviewLine[]> {
  try {
    return (await import('./preview/stakePreview.ts')).stakePreview(...stake)
  } catch {
    return []
  }
}

/** Taking `amount` wei out of an unlocked position. Principal alone: the rewards stay claimable. */
export function unstakeIntent(position: Position, amount: bigint, legs: readonly Leg[]): Intent {
  return {
    describe: () => ({ name: 'unstake', values: [legsText(legs)] }),
    prepare: (account) => ({
      call: { name: 'unstake', pool: position.pool, position: position.position, amount, to: account },
      spends: [],
    }),
  }
}

/** Taking all of an unlocked position and claiming the pool's rewards in the same transaction. */
export function exitIntent(position: Position, legs: readonly Leg[]): Intent {
  return {
    describe: () => ({ name: 'exit', values: [legsText(legs)] }),
    prepare: (account) => ({
      call: { name: 'exit', pool: position.pool, position: position.position, to: account },
      spends: [],
    }),
  }
}

/** Taking `amount` wei out of a locked position at a cost that the contract computes in the block. Rewards stay claimable. */
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
 * The exit that depends on nothing else: all of an unlocked position's principal, each token on its own. The account forfeits
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

/** Staking what a pool owes in the same pool, without a lock. See `canCompound` in product.ts. */
export function compoundIntent(pool: PoolKey, token: TokenSymbol): Intent {
  return {
    describe: () => ({ name: 'compound', values: [token] }),
    prepare: () => ({ call: { name: 'compound', pool }, spends: [] }),
  }
}

/**
 * Claiming what pools owe. One pool is claimed directly, which is cheaper; several go in one transaction.
 * @param pools those with something to claim, at least one
 */
export function claimIntent(pools: readonly [PoolKey, ...PoolKey[]], tokens: readonly TokenSymbol[]): Intent {
  const [only, ...others] = pools
  return {
    describe: () => ({ name: others.length === 0 ? 'claim' : 'claimMany', values: [tokens.join(' + ')] }),
    prepare: (account) => ({
      call:
        others.length === 0
          ? { name: 'claim', pool: only, to: account }
          : { name: 'claimMany', pools: [...pools], to: account },
      spends: [],
    }),
  }
}
