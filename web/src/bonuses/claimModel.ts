/** The claimable bonuses, without React. The server gives the granted sums, the contract gives the drawn sums. */
import type { VoucherAnswer } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { signedVoucher, type SignedVoucher } from '@galx/protocol/voucher'
import type { HexString } from '@galx/protocol/webConfig'
import type { RewardVouchersCall } from '../core/transactions/calls/rewardVouchers.ts'
import type { Title } from '../core/transactions/title.ts'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { DrawnBonuses } from './bonusChain.ts'
import type { KnownBonuses } from './knownBonuses.ts'

/** The reason why no part of a granted bonus can be claimed now. */
type Obstacle = 'unsigned' | 'paused' | 'signerOff' | 'outdated' | 'expired' | 'budget'

export type Claim = {
  program: ProgramKey
  token: TokenSymbol
  /** granted less drawn, wei, never below 0; null if the granted sum is unknown */
  open: bigint | null
  /** wei that a voucher pays now */
  payable: bigint
  /** pays `payable`; null if `payable` is 0 */
  voucher: SignedVoucher | null
  obstacle: Obstacle | null
}

/**
 * Each program's claim.
 * @param now unix seconds, by the chain's clock
 */
export function claimsOf(
  { address, programs }: KnownBonuses,
  chain: DrawnBonuses,
  now: number,
): Partial<Record<ProgramKey, Claim>> {
  return Object.fromEntries(
    programs.map(({ program, programId, cumulative, voucher }) => {
      const drawn = chain.drawn[program] ?? 0n
      const open = cumulative === null ? null : above(BigInt(cumulative), drawn)
      const signed = voucher === null ? 0n : above(BigInt(voucher.cumulative), drawn)
      const taken = voucher === null ? null : asTaken(address, programId, voucher)
      const obstacle =
        (open === null || open === 0n) && signed === 0n
          ? null
          : chain.signer === null || chain.coSigner === null
            ? 'signerOff'
            : signed === 0n || voucher === null
              ? 'unsigned'
              : chain.pausedUntil > now
                ? 'paused'
                : taken === null || voucher.signersNonce !== chain.signersNonce
                  ? 'outdated'
                  : voucher.deadline < now
                    ? 'expired'
                    : signed > (chain.available[program] ?? 0n)
                      ? 'budget'
                      : null
      const payable = obstacle === null ? signed : 0n
      const claim: Claim = {
        program,
        token: PROGRAM_TOKENS[program],
        open,
        payable,
        voucher: payable === 0n ? null : taken,
        obstacle,
      }
      return [program, claim]
    }),
  )
}

/** The voucher in the contract's format; null if the contract would never accept the form of a signature. */
export function asTaken(account: string, programId: string, voucher: VoucherAnswer): SignedVoucher | null {
  const { cumulative, deadline, signersNonce, signature, coSignature } = voucher
  const granted = {
    program: BigInt(programId),
    account: account as HexString,
    cumulative: BigInt(cumulative),
    deadline: BigInt(deadline),
    signersNonce: BigInt(signersNonce),
  }
  try {
    return signedVoucher(granted, signature as HexString, coSignature as HexString)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function above(value: bigint, other: bigint): bigint {
  return value > other ? value - other : 0n
}

/** The title of a claim. @param tokens the tokens of pools in the same claim; empty for bonuses alone */
export function titleOf(tokens: readonly TokenSymbol[], claims: readonly Claim[]): Title {
  const all = new Set([...tokens, ...claims.map(({ token }) => token)])
  return { name: tokens.length === 0 ? 'claimBonuses' : 'claimWithBonuses', values: [[...all].join(' + ')] }
}

/** The call that claims these bonuses. @param pools the pools in the same claim; empty for bonuses alone */
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
