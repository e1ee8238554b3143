/**
 * The least stake in a pool, or deposit in the vault, before its stream is funded. If nobody else has a stake, a thief of the guardian's
 * key can stake the least amount, pause new stakes, and earn the whole stream for the seven days of the pause.
 */
import { formatEther } from 'viem'
import { dateText } from '../verify/text.ts'

/** Wei of weight in a pool, wei of GALX in the vault. The smallest possible stake is a billionth of this amount. */
export const LEAST_STAKED = 10n ** 18n

/**
 * @param paused the paused actions
 * @param until unix seconds, 0 without a pause
 * @returns the reason not to fund the stream during a pause; undefined: there is no pause
 */
export function pauseFault(paused: 'new stakes' | 'deposits', until: bigint): string | undefined {
  if (until === 0n) return undefined
  return `has its ${paused} paused until ${dateText(until)}: during the pause the whole stream goes to the present holders, so fund it afterwards`
}

/** @param totalWeight wei @returns the reason not to fund the pool; undefined: it may be funded */
export function weightFault(totalWeight: bigint): string | undefined {
  if (totalWeight >= LEAST_STAKED) return undefined
  return `has a weight of ${formatEther(totalWeight)}: below ${formatEther(LEAST_STAKED)} the next staker takes nearly the whole stream, so stake first`
}

/** @returns the reason not to fund the vault; undefined: it may be funded */
export function depositFault(
  /** wei that the shares own */
  assets: bigint,
  shares: bigint,
  minimumShares: bigint,
): string | undefined {
  if (assets < LEAST_STAKED)
    return `has ${formatEther(assets)} GALX: below ${formatEther(LEAST_STAKED)} GALX the next depositor takes nearly the whole stream, so deposit first`
  if (shares < minimumShares)
    return `has too few shares, and nothing vests: the next depositor takes nearly the whole stream, so deposit first`
  return undefined
}
