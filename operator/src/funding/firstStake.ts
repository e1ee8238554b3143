/**
 * How much is staked in a pool, or deposited into the vault, before a stream is funded. In a pool in which nobody else is staked, a thief of the
 * guardian's key stakes the least amount, pauses new stakes, and earns the whole stream for the seven days of the pause.
 */
import { formatEther } from 'viem'

/** Wei of weight in a pool, wei of GALX in the vault. The smallest stake is a billionth of it. */
export const LEAST_STAKED = 10n ** 18n

/** @param totalWeight wei. @returns why the pool must not stream to it; undefined: it may */
export function weightFault(totalWeight: bigint): string | undefined {
  if (totalWeight >= LEAST_STAKED) return undefined
  return `has a weight of ${formatEther(totalWeight)}: below ${formatEther(LEAST_STAKED)} the next staker takes nearly all that it streams, so stake first`
}

/** @returns why nothing must vest in the vault; undefined: it may */
export function depositFault(
  /** wei that belong to the shares */
  assets: bigint,
  shares: bigint,
  minimumShares: bigint,
): string | undefined {
  if (assets < LEAST_STAKED)
    return `has ${formatEther(assets)} GALX: below ${formatEther(LEAST_STAKED)} GALX the next depositor takes nearly all that vests, so deposit first`
  if (shares < minimumShares)
    return `has too few shares for anything to vest: the next depositor takes nearly all of it, so deposit first`
  return undefined
}
