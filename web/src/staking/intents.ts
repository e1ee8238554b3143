/** What staking asks of the transaction machine at first: stake and claim. Encoding, checks and sending are the machine's. */
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { reportOfPool, reportTransaction } from '../core/api/reportTransaction.ts'
import { knownUserInfo } from '../core/session/loadUserInfo.ts'
import { namedInviter } from '../core/session/namedInviter.ts'
import { usableToken } from '../core/session/token.ts'
import type { Intent } from '../core/transactions/intent.ts'
import type { PreviewLine } from '../core/transactions/title.ts'
import type { stakePreview } from './preview/stakePreview.ts'
import { termLength } from './format.ts'
import { hasTerms } from './product.ts'
import { legsOf, paidLegsText } from './stakeModel.ts'

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
