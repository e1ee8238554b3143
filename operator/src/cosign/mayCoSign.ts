/**
 * Decides whether the co-signer may sign a voucher: one pure function of all facts. The facts are the second engine's own, computed from
 * the logs of final blocks. The signer's claims do not count. An unknown fact is a reason to refuse.
 */
import type { Address } from 'viem'
import type { Voucher } from '@galx/protocol/voucher'

/** A year in seconds: the validity of a voucher after an epoch's end (rule 16). */
const VOUCHER_LIFE = 31_536_000n

/** The state at the last comparison in which the contracts agreed with the logs. */
export type LedgerStatus = {
  /** the nonce of the signers in RewardVouchers */
  signersNonce: bigint
  /** the last epoch such that EpochLog has its computed hash and the computed hashes of all earlier epochs; null: there is none */
  settled: {
    epoch: bigint
    /** unix seconds */
    end: bigint
  } | null
  /** the reason why the next epoch is not settled; null: all closed epochs are settled */
  waits: string | null
  /** the reason to sign no voucher at all; null: there is none */
  fault: string | null
}

export type CoSignFacts = {
  /** null: nothing has been compared yet */
  status: LedgerStatus | null
  /**
   * An account's granted wei: up to the settled epoch, and up to the last closed epoch.
   * @returns null for a program that no ruleset has
   */
  granted(program: bigint, account: Address): { settled: bigint; closed: bigint } | null
}

/** @returns null: the voucher may be signed; else the reason against it, in words */
export function refusalOf(voucher: Voucher, facts: CoSignFacts): string | null {
  const { status } = facts
  if (status === null) return 'not computed yet: the co-signer still reads the chain'
  const { settled, waits, fault, signersNonce } = status
  if (fault !== null) return fault
  const known = facts.granted(voucher.program, voucher.account)
  if (known === null) return `no ruleset has the program ${voucher.program}`
  if (voucher.signersNonce !== signersNonce)
    return `the nonce of the contract's signers is ${signersNonce}, the voucher's is ${voucher.signersNonce}`
  if (settled === null) return `not computed yet: ${waits ?? 'no epoch has ended'}`
  if (voucher.cumulative > known.closed || (voucher.cumulative > known.settled && waits === null))
    return `${voucher.account} was granted ${known.closed} wei in all, not ${voucher.cumulative}`
  if (voucher.cumulative > known.settled)
    return `${waits}: ${voucher.account} was granted ${known.settled} wei up to epoch ${settled.epoch}`
  const latest = settled.end + VOUCHER_LIFE
  if (voucher.deadline > latest)
    return `${waits === null ? '' : `${waits}: `}a voucher of epoch ${settled.epoch} is good until ${latest}, not until ${voucher.deadline}`
  return null
}
