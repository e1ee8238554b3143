/** The first intents of staking: stake and claim. The transaction machine encodes, checks and sends them. */
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
 * Stakes `amount` wei in a pool's tier, in a pair pool together with the matching amount of the pair token. The stake names the account's
 * pending inviter, which the first stake makes permanent; the zero address if there is no inviter.
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
    // Only a signed-in account can report. An unreported stake appears once it is indexed.
    report: async (hash) => {
      const name = reportOfPool(key)
      return name === null || usableToken() === null || reportTransaction(name, hash)
    },
  }
}

/** The expected result of the stake; empty if unknown. */
async function previewOf(...stake: Parameters<typeof stakePreview>): Promise<PreviewLine[]> {
  try {
    return (await import('./preview/stakePreview.ts')).stakePreview(...stake)
  } catch {
    return []
  }
}

/**
 * Claims the pools' rewards. One pool is claimed directly, which is cheaper; several pools go in one transaction.
 * @param pools the pools with a reward, at least one
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
