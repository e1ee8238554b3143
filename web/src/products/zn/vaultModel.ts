/** The vault's page without React. Amounts are wei of GALX, shares the vault's own units, times unix seconds. */
import { ratePerDay } from '@galx/protocol/formulas'
import { assetsOf, sharesBurned, sharesOf, streamOf, vaultAt, type VaultTotals } from '@galx/protocol/vault'
import type { HexString, WebPool } from '@galx/protocol/webConfig'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { percentText } from '../../staking/format.ts'

/** The most seconds from a deposit's preview to its block: as long as a permit is valid. */
export const VALID_SECONDS = 20 * 60

/** The vault takes and pays GALX, like a flexible pool. */
export const VAULT_TOKEN: WebPool = {
  id: '0',
  stakeToken: 'GALX',
  pairToken: null,
  pairRatio: '0',
  rewardToken: 'GALX',
  tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
}

/** A number of shares for display: four decimals, rounded down. */
export function sharesText(shares: bigint): string {
  return amountText(shares, 30, 2, 4)
}

/** An account's part of the vault: "0.12%". */
export function shareOf({ own, total }: { own: bigint; total: bigint }): string {
  return percentText(own, total) ?? '0%'
}

/** The value of shares at `now`, rounded down. The value never falls from one second to the next. */
export function worthAt(vault: VaultTotals, shares: bigint, now: number): bigint {
  return assetsOf(shares, vaultAt(vault, Math.floor(now)))
}

/** The growth of the shares' value in a day at the present rate; 0 if nothing vests. */
export function growthPerDay(vault: VaultTotals, shares: bigint, now: number): bigint {
  return ratePerDay(streamOf(vault), shares, now) ?? 0n
}

export type DepositPreview = {
  /** the least number of shares that the deposit buys within `VALID_SECONDS`, at the running rate */
  leastShares: bigint
  /** the additional growth per day, after the account's own dilution */
  perDay: bigint
  before: bigint
  after: bigint
  /** the account's shares and all shares, before and after */
  sharesBefore: { own: bigint; total: bigint }
  sharesAfter: { own: bigint; total: bigint }
}

export function previewDeposit(
  vault: VaultTotals,
  held: bigint,
  amount: bigint,
  now: number,
): DepositPreview {
  const current = vaultAt(vault, Math.floor(now))
  const bought = sharesOf(amount, current)
  const grown = { ...current, shares: current.shares + bought }
  const before = worthAt(vault, held, now)
  return {
    leastShares: sharesOf(amount, vaultAt(vault, Math.floor(now) + VALID_SECONDS)),
    // The deposit may bring the vault up to its least number of shares, so that vesting goes on.
    perDay: growthPerDay(grown, held + bought, now) - growthPerDay(current, held, now),
    before,
    after: before + amount,
    sharesBefore: { own: held, total: vault.shares },
    sharesAfter: { own: held + bought, total: grown.shares },
  }
}

export type WithdrawalPreview = {
  /** the least received amount, because the value grows until the block */
  receive: bigint
  burned: bigint
  before: bigint
  left: bigint
}

/** @param amount null: everything @returns null if the account has less than the amount */
export function previewWithdrawal(
  vault: VaultTotals,
  held: bigint,
  amount: bigint | null,
  now: number,
): WithdrawalPreview | null {
  const current = vaultAt(vault, Math.floor(now))
  const before = assetsOf(held, current)
  if (amount === null) return { receive: before, burned: held, before, left: 0n }
  const burned = sharesBurned(amount, current)
  if (burned > held) return null
  return { receive: amount, burned, before, left: assetsOf(held - burned, current) }
}

/**
 * An account's gain: its present value plus the amount taken out, less the amount put in. Rounding may lose a wei, so a negative gain is
 * shown as 0.
 */
export function gainOf(worth: bigint, paidIn: bigint, takenOut: bigint): bigint {
  const gain = worth + takenOut - paidIn
  return gain < 0n ? 0n : gain
}

/**
 * Whether the servers' tables may lack the account's latest vault call: the call is pending, or its block is newer than the tables' block.
 * Without this check a missing deposit would look like growth.
 */
export function tablesLack(
  records: readonly Pick<TransactionRecord, 'account' | 'call' | 'stage' | 'blockNumber'>[],
  account: HexString | null,
  asOf: { block: number } | null,
): boolean {
  return records.some(
    (record) =>
      record.account === account &&
      record.call?.name.startsWith('vault') &&
      (record.stage === 'pending' || (record.blockNumber ?? -1n) > BigInt(asOf?.block ?? -1)),
  )
}

/** The amount that has not vested at `now`. */
export function unvestedAt(vault: VaultTotals & { unvested: bigint }, now: number): bigint {
  const vested = vaultAt(vault, Math.floor(now)).assets - vault.assets
  return vault.unvested - vested
}
