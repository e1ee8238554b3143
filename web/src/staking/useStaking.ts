import type { PoolKey } from '@galx/protocol/products'
import { accountsInPools, poolStates, positionsInPools } from '../core/chain/reads.ts'
import { useChainReads } from '../core/chain/useChainRead.ts'
import { mapReading, type Reading } from '../core/state/reading.ts'
import { combine } from '../core/state/combine.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { hasOpenTransaction, useTransactionStore } from '../core/transactions/transactionStore.ts'
import type { StakingReadings } from './rewardModel.ts'

/** The chain's state of these pools and of the account in them; read while the caller is on the screen. */
export function useStakingReadings(keys: readonly PoolKey[]): StakingReadings {
  return { pools: useChainReads(poolStates(keys)), accounts: useChainReads(accountsInPools(keys)) }
}

/** Whether a second transaction must wait. */
export function useBusy(): boolean {
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const isBusy = useTransactionStore(hasOpenTransaction)
  return disabeldMatch || isBusy
}

/** Whether the account has anything in these pools: a position (including an unread gift), or unclaimed rewards. Loading without a wallet. */
export function useHasStake(keys: readonly PoolKey[]): Reading<boolean> {
  const accounts = useChainReads(accountsInPools(keys))
  const positions = useChainReads(positionsInPools(keys))
  const held = combine([
    combine(keys.map((key) => accounts[key])),
    combine(keys.map((key) => positions[key])),
  ])
  return mapReading(held, ([states, lists]) =>
    [
      ...states.map(({ earned, weight }) => earned + weight > 0n),
      ...lists.map(({ length }) => length > 0),
    ].some(Boolean),
  )
}
