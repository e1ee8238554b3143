import { positionsInPools } from '../../core/chain/reads.ts'
import { useChainRead, useChainReads } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { combine } from '../../core/state/combine.ts'
import { LOADING, mapReading, type Reading } from '../../core/state/reading.ts'
import { heldPasses, passTerms } from '../../passes/passReads.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { configuredPools, holdingAt, stakedInPool, type ConfiguredPool, type StakedInPool } from './model.ts'

const SELDOM = 30_000

export type Holdings = {
  pools: { pool: ConfiguredPool; staked: Reading<StakedInPool> }[]
  vault: Reading<{ shares: bigint; worth: bigint; perDay: bigint; end: number | null }>
  passes: Reading<{ count: number; bonds: bigint }>
}

/**
 * Everything that the connected account has in the contracts, read from the chain while the caller is on the screen.
 * @param interval milliseconds between two reads of the chain's clock
 */
export function useHoldings(interval: number): Holdings {
  const pools = configuredPools(useConfig()?.pools ?? {})
  const positions = useChainReads(positionsInPools(pools.map(({ key }) => key)))
  const vault = combine([useChainRead(vaultState), useChainRead(vaultShares)])
  const passes = combine([useChainRead(heldPasses), useChainRead(passTerms, { every: SELDOM })])
  const now = useChainNow(interval)
  const at = <T, U>(reading: Reading<T>, change: (value: T, now: number) => U): Reading<U> =>
    now === null ? LOADING : mapReading(reading, (value) => change(value, now))
  return {
    pools: pools.map((pool) => ({
      pool,
      staked: at(positions[pool.key] ?? LOADING, stakedInPool),
    })),
    vault: at(vault, ([state, shares], time) => ({ shares, ...holdingAt(state, shares, time) })),
    passes: mapReading(passes, ([held, { bond }]) => ({
      count: held.length,
      bonds: bond * BigInt(held.length),
    })),
  }
}

/** Whether the account has any holding: true as soon as one holding is known, false only if all are known to be empty. */
export function holdsAnything({ pools, vault, passes }: Holdings): Reading<boolean> {
  const parts = [
    ...pools.map(({ staked }) => mapReading(staked, ({ positions }) => positions > 0)),
    mapReading(vault, ({ shares }) => shares > 0n),
    mapReading(passes, ({ count }) => count > 0),
  ]
  const held = parts.find((part) => 'value' in part && part.value)
  return held ?? mapReading(combine(parts), () => false)
}
