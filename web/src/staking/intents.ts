/** What /galx asks of the transaction machine: stake, unstake, exit, claim. Encoding, checks and sending are the machine's. */
import type { PoolKey } from '@galx/protocol/products'
import type { HexString, WebPool } from '@galx/protocol/webConfig'
import { reportGalxMcmStake, reportGalxStake } from '../core/api/btcApi.ts'
import type { Position } from '../core/chain/chainStore.ts'
import { amountText } from '../design/Amount/amountText.ts'
import { knownUserInfo } from '../core/session/loadUserInfo.ts'
import { readStored, TOKEN_KEY } from '../core/state/storage.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { GALX_POOLS, type GalxPool, type Leg } from './model.ts'
import { legsOf } from './stakeModel.ts'

/** The lock tier of the GALX pools: flexible. */
const FLEXIBLE = 0

const REPORT: Record<GalxPool, (hash: string) => Promise<boolean>> = {
  galx: reportGalxStake,
  galxMcm: reportGalxMcmStake,
}

/** "1,500.00 GALX + 1,500.00 MCM" */
export function legsText(legs: readonly Leg[]): string {
  return legs.map(({ token, amount }) => `${amountText(amount)} ${token}`).join(' + ')
}

/**
 * Staking `amount` wei in a GALX pool, in the pair pool together with the MCM that go with it. It carries the account's
 * inviter, permanent or pending: the first stake is what makes it permanent. The zero address where no server tells of one.
 */
export function stakeIntent(key: GalxPool, pool: WebPool, amount: bigint): Intent {
  const legs = legsOf(pool, amount)
  return {
    describe: (texts) => texts.galx.intent.stake(legsText(legs)),
    prepare: async (account) => {
      const inviter = ((await knownUserInfo(account))?.FAddress ?? null) as HexString | null
      return {
        call: {
          name: 'stake',
          pool: key,
          amount,
          tier: FLEXIBLE,
          // The contract keeps what it is told; naming oneself could never bind.
          inviter: inviter === account ? null : inviter,
        },
        spends: legs,
      }
    },
    // Only a signed-in account has somewhere to report to; an unreported stake appears all the same.
    report: (hash) => (readStored(TOKEN_KEY) === null ? Promise.resolve(true) : REPORT[key](hash)),
  }
}

/** Taking `amount` wei out of an unlocked position. Principal alone: the rewards stay claimable. */
export function unstakeIntent(position: Position, amount: bigint, legs: readonly Leg[]): Intent {
  return {
    describe: (texts) => texts.galx.intent.unstake(legsText(legs)),
    prepare: () => ({
      call: { name: 'unstake', pool: position.pool, position: position.position, amount },
      spends: [],
    }),
  }
}

/** Taking all of an unlocked position and claiming the pool's rewards in the same transaction. */
export function exitIntent(position: Position, legs: readonly Leg[]): Intent {
  return {
    describe: (texts) => texts.galx.intent.exit(legsText(legs)),
    prepare: () => ({
      call: { name: 'exit', pool: position.pool, position: position.position },
      spends: [],
    }),
  }
}

/**
 * The exit that works whatever else breaks: all of an unlocked position's principal, each token on its own. Forfeits what the
 * account has not claimed of the pool's rewards.
 */
export function withdrawPrincipalIntent(position: Position, legs: readonly Leg[]): Intent {
  return {
    describe: (texts) => texts.galx.intent.withdrawPrincipal(legsText(legs)),
    prepare: () => ({
      call: { name: 'withdrawPrincipal', pool: position.pool, position: position.position },
      spends: [],
    }),
  }
}

/**
 * Claiming everything the GALX pools owe. One pool is claimed directly (cheaper); several go in one Multicall3
 * transaction of `claimFor`, which pays the account itself.
 * @param pools those with something to claim; all of them where that is not known
 */
export function claimIntent(pools: readonly GalxPool[]): Intent {
  const [only, ...others] = pools
  return {
    describe: (texts) => texts.galx.intent.claim,
    prepare: (account) => ({
      call:
        only !== undefined && others.length === 0
          ? { name: 'claim', pool: only }
          : { name: 'claimAll', pools: claimed(pools), account },
      spends: [],
    }),
  }
}

function claimed(pools: readonly GalxPool[]): PoolKey[] {
  return pools.length === 0 ? [...GALX_POOLS] : [...pools]
}
