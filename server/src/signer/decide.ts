/**
 * Decides whether an epoch may be published (docs/rewards.md), with checks that signing shares (`maySign.ts`). Pure: it takes the known
 * facts and returns a reason against, or none. An unknown fact is a reason against.
 */
import type { LateReason } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import type { Hex } from 'viem'
import { keccak } from '../chain/rpc/keccak.ts'
import { lastBlockIn } from './fileText.ts'

export type Refusal = { ok: false; reason: LateReason; detail: string }
export type Decision = { ok: true } | Refusal

/** The facts of one epoch, from the two engines, the indexer and EpochLog. */
export type EpochFacts = {
  epoch: number
  /** whether the indexer has halted */
  halted: boolean
  /** whether several nodes are configured and one alone gave a range of blocks up to the first block after the epoch */
  alone: boolean
  /** whether the tables differed from the contracts when they were last compared */
  differs: boolean
  /** whether the tables matched the contracts at a block after the epoch's end */
  compared: boolean
  /** of the header that the indexer made; null: it has not closed the epoch */
  hash: Hex | null
  /** of the header that the second engine made; null: it has given no verdict */
  audited: Hex | null
  /** the hash in EpochLog at a final block; null: none */
  published: Hex | null
}

/** The sum that all vouchers could draw, and the vested funds. Wei of the program's token. */
export type MoneyFacts = {
  /** Σ over accounts of the greater of what was granted and what was drawn; vested: as the contract says in a final block */
  programs: readonly { key: ProgramKey; owed: bigint; vested: bigint }[]
  /** an account whose grant is below what a voucher already promises it; null: there is none */
  fallen: { program: string; account: string } | null
}

const GO: Decision = { ok: true }

export function stop(reason: LateReason, detail: string): Refusal {
  return { ok: false, reason, detail }
}

/** Whether both engines computed the epoch and agree. */
export function agreed(facts: Omit<EpochFacts, 'published'>): Decision {
  const { epoch, halted, differs, compared, alone, hash, audited } = facts
  if (halted) return stop('halted', 'the indexer has halted')
  if (differs) return stop('disagreement', 'the tables differ from the contracts')
  if (hash === null) return stop('indexing', `epoch ${epoch} is not closed`)
  if (alone) return stop('unconfirmed', `blocks of epoch ${epoch} came from one node alone`)
  if (!compared)
    return stop('unconfirmed', `the tables have not matched the contracts since the end of epoch ${epoch}`)
  if (audited === null) return stop('unconfirmed', `the second engine has given no verdict on epoch ${epoch}`)
  if (audited !== hash)
    return stop(
      'disagreement',
      `epoch ${epoch} is ${hash} to the indexer and ${audited} to the second engine`,
    )
  return GO
}

/** Whether every signed voucher can be paid at once, and no voucher grants less than an earlier one. */
export function covered({ programs, fallen }: MoneyFacts): Decision {
  const over = programs.find(({ owed, vested }) => owed > vested)
  if (over !== undefined)
    return stop('unfunded', `the program ${over.key} owes ${over.owed} wei and ${over.vested} have vested`)
  if (fallen !== null)
    return stop('unfunded', `what ${fallen.program} grants ${fallen.account} is less than its voucher says`)
  return GO
}

/** Whether the epoch's hash may go to EpochLog. */
export function mayPublish(facts: EpochFacts & MoneyFacts): Decision {
  const agreement = agreed(facts)
  return agreement.ok ? covered(facts) : agreement
}

/** The publication: the hash in the tables, and the last block that counts for the epoch. */
type PublishedBlock = { epoch: number; hash: Hex | null; blockNumber: number | null }

/**
 * Whether that block is the epoch's last, by the header that has the agreed hash.
 * @param header as the tables have it; null: they have none
 * @returns null: no block lies in the epoch, so that the chain has to say (`isLastBefore`)
 */
export function endsWith(
  { epoch, hash, blockNumber }: PublishedBlock,
  header: string | null,
): Decision | null {
  if (header === null || keccak(Buffer.from(header)) !== hash)
    return stop('disagreement', `the header of epoch ${epoch} does not have the hash ${hash}`)
  const named = lastBlockIn(header)
  if (named === null) return null
  if (named === blockNumber) return GO
  return stop(
    'disagreement',
    `the tables say that epoch ${epoch} ends with block ${blockNumber}, its header with ${named}`,
  )
}

/**
 * The same check for an epoch without blocks.
 * @param end of the epoch, unix seconds
 * @param times of that block and of the one after it, unix seconds
 */
export function isLastBefore(
  { epoch, blockNumber }: Omit<PublishedBlock, 'hash'>,
  end: number,
  [time, following]: readonly [number, number],
): Decision {
  if (time < end && end <= following) return GO
  return stop('disagreement', `block ${blockNumber} is not the last one before the end of epoch ${epoch}`)
}

/** An unpaid voucher is signed again this many days before its deadline. */
const RENEWED_DAYS = 90
/** Seconds from the end of the epoch at whose close a voucher is signed until it expires. */
const VALID_SECONDS = 31_536_000

/** @param end of the epoch, unix seconds @returns the deadline of the vouchers signed at its close */
export function deadlineOf(end: number): number {
  return end + VALID_SECONDS
}

/** @returns unpaid vouchers with an earlier deadline are signed again at the close of the epoch that ends at `end` */
export function renewedBefore(end: number): number {
  return end + RENEWED_DAYS * 86_400
}
