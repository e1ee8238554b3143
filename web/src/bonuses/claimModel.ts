/** What can be claimed of the bonuses, without React: the grants are the server's word, what was drawn is the contract's. */
import type { BonusesData } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { signedVoucher, type SignedVoucher } from '@galx/protocol/voucher'
import type { HexString } from '@galx/protocol/webConfig'
import type { RewardVouchersCall } from '../core/transactions/calls/rewardVouchers.ts'
import type { Intent } from '../core/transactions/intent.ts'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { DrawnBonuses } from './bonusChain.ts'
import { TOKEN_OF_PROGRAM } from './programs.ts'

/** Why nothing of what is granted can be claimed now. */
type Obstacle = 'unsigned' | 'paused' | 'signerOff' | 'expired' | 'budget'

export type Claim = {
  program: ProgramKey
  token: TokenSymbol
  /** wei granted and not drawn: never below 0 */
  open: bigint
  /** wei that a voucher pays now */
  payable: bigint
  /** pays `payable`; null where that is 0 */
  voucher: SignedVoucher | null
  obstacle: Obstacle | null
}

/**
 * Each program's claim.
 * @param now unix seconds, of the chain
 */
export function claimsOf(
  { address, programs }: BonusesData,
  chain: DrawnBonuses,
  now: number,
): Partial<Record<ProgramKey, Claim>> {
  return Object.fromEntries(
    programs.map(({ program, programId, cumulative, voucher }) => {
      const drawn = chain.drawn[program] ?? 0n
      const open = above(BigInt(cumulative), drawn)
      const signed = voucher === null ? 0n : above(BigInt(voucher.cumulative), drawn)
      const obstacle =
        open === 0n && signed === 0n
          ? null
          : !chain.signing
            ? 'signerOff'
            : signed === 0n || voucher === null
              ? 'unsigned'
              : chain.pausedUntil > now
                ? 'paused'
                : voucher.deadline < now
                  ? 'expired'
                  : signed > (chain.available[program] ?? 0n)
                    ? 'budget'
                    : null
      const payable = obstacle === null ? signed : 0n
      const claim: Claim = {
        program,
        token: TOKEN_OF_PROGRAM[program],
        open,
        payable,
        voucher:
          payable === 0n || voucher === null
            ? null
            : signedVoucher(
                {
                  program: BigInt(programId),
                  account: address as HexString,
                  cumulative: BigInt(voucher.cumulative),
                  deadline: BigInt(voucher.deadline),
                },
                voucher.signature as HexString,
              ),
        obstacle,
      }
      return [program, claim]
    }),
  )
}

function above(value: bigint, other: bigint): bigint {
  return value > other ? value - other : 0n
}

/** Claiming by vouchers alone, which needs no stake and no pool. */
export function bonusesIntent(claims: readonly Claim[]): Intent {
  return {
    describe: () => ({ name: 'claimBonuses', values: [tokensOf(claims)] }),
    prepare: (account) => ({ call: callOf(account, [], claims), spends: [] }),
  }
}

/** Claiming what pools owe and the bonuses, in one transaction. @param pools at least one */
export function withBonusesIntent(
  pools: readonly PoolKey[],
  tokens: readonly TokenSymbol[],
  claims: readonly Claim[],
): Intent {
  return {
    describe: () => ({
      name: 'claimWithBonuses',
      values: [[...new Set([...tokens, ...claims.map(({ token }) => token)])].join(' + ')],
    }),
    prepare: (account) => ({ call: callOf(account, pools, claims), spends: [] }),
  }
}

/** What claims these bonuses. @param pools that are claimed along; none: the bonuses alone */
export function callOf(
  account: HexString,
  pools: readonly PoolKey[],
  claims: readonly Claim[],
): RewardVouchersCall {
  const vouchers = vouchersOf(claims)
  return pools.length === 0
    ? { name: 'claimBonuses', vouchers }
    : { name: 'claimWithBonuses', account, pools: [...pools], vouchers }
}

function vouchersOf(claims: readonly Claim[]): SignedVoucher[] {
  return claims.flatMap(({ voucher }) => voucher ?? [])
}

function tokensOf(claims: readonly Claim[]): string {
  return [...new Set(claims.map(({ token }) => token))].join(' + ')
}
