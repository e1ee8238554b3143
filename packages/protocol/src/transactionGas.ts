/** The most gas that a transaction may use, and the longest lists that need less. A test executes these lists on the chain. */

/** BNB Smart Chain's cap for one transaction (EIP-7825), in units of gas. */
export const TRANSACTION_GAS_CAP = 16_777_216n

/** The greatest number of epochs in one call of EpochLog's `publish`, about 49 000 gas each. */
export const EPOCHS_A_PUBLICATION = 200

/** The greatest number of calls in one operation of the timelock: up to 172 000 gas each, for `createPool` with four tiers. */
export const CALLS_AN_OPERATION = 40

/**
 * The gas limit of a transaction: the estimate and a quarter more, because the call may cost more in a later block.
 * @param leastMargin least units of gas that are added
 * @returns units of gas, never above the cap
 */
export function gasLimitOf(estimate: bigint, leastMargin = 0n): bigint {
  const quarter = estimate / 4n
  const limit = estimate + (quarter > leastMargin ? quarter : leastMargin)
  return limit < TRANSACTION_GAS_CAP ? limit : TRANSACTION_GAS_CAP
}
