/**
 * The formulas of ZnVault, shared by the app and the servers: the value of shares, and the vesting of a funding. Pure. Assets are
 * wei of GALX, shares are the vault's own units (30 decimals), times are unix seconds of the chain. Rounding follows the contract.
 */
import type { Stream } from './formulas.ts'

/** Units of one whole share: 18 decimals of the asset and the contract's offset of 12. */
export const WHOLE_SHARE = 10n ** 30n
/** Shares that the vault itself holds from the start, worth 1 wei at first (ERC-4626 with decimals offset 12). */
const OWN_SHARES = 10n ** 12n
const OWN_ASSETS = 1n
/** With fewer shares, nothing vests (ZnVault.minimumShares). */
export const MINIMUM_SHARES = 1n << 91n

export type VaultTotals = {
  /** wei of all shares at `at` */
  assets: bigint
  /** units of all holders together */
  shares: bigint
  /** wei that vest per second until `rewardEnd` */
  rewardRate: bigint
  /** the end of the vesting; not before `at` */
  rewardEnd: number
  at: number
}

/** The value of `shares`, rounded down (ERC-4626 convertToAssets, previewRedeem). */
export function assetsOf(shares: bigint, vault: Pick<VaultTotals, 'assets' | 'shares'>): bigint {
  return (shares * (vault.assets + OWN_ASSETS)) / (vault.shares + OWN_SHARES)
}

/** Shares that a deposit of `assets` buys, rounded down (ERC-4626 previewDeposit). */
export function sharesOf(assets: bigint, vault: Pick<VaultTotals, 'assets' | 'shares'>): bigint {
  return (assets * (vault.shares + OWN_SHARES)) / (vault.assets + OWN_ASSETS)
}

/** Shares that a withdrawal of `assets` burns, rounded up (ERC-4626 previewWithdraw). */
export function sharesBurned(assets: bigint, vault: Pick<VaultTotals, 'assets' | 'shares'>): bigint {
  const own = vault.assets + OWN_ASSETS
  return (assets * (vault.shares + OWN_SHARES) + own - 1n) / own
}

/** The value of a whole share in wei, rounded down. It never falls. */
export function sharePrice(vault: Pick<VaultTotals, 'assets' | 'shares'>): bigint {
  return assetsOf(WHOLE_SHARE, vault)
}

/** The vault's payments to its shares as a pool's stream; rate 0 while vesting is stopped. */
export function streamOf(vault: VaultTotals): Stream {
  return {
    totalWeight: vault.shares + OWN_SHARES,
    rewardRate: vault.shares < MINIMUM_SHARES ? 0n : vault.rewardRate,
    rewardEnd: vault.rewardEnd,
  }
}

/**
 * The vault at `now`, without deposits and withdrawals since `vault.at` (ZnVault._current). While there are too few
 * shares, nothing vests and the end moves back.
 * @param now whole seconds; a time before `vault.at` counts as `vault.at`
 */
export function vaultAt(vault: VaultTotals, now: number): VaultTotals {
  const at = Math.max(now, vault.at)
  const left = vault.rewardEnd - vault.at
  if (vault.shares < MINIMUM_SHARES) return { ...vault, at, rewardEnd: at + left }
  const vesting = Math.min(at - vault.at, left)
  return {
    ...vault,
    at,
    assets: vault.assets + vault.rewardRate * BigInt(vesting),
    rewardEnd: at + left - vesting,
  }
}
