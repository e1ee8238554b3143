/**
 * Decides whether an epoch may be published (docs/rewards.md), with checks that signing also uses (`maySign.ts`). Pure: it takes the known facts and
 * returns a reason against the publication, or none. An unknown fact is such a reason.
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
  /** whether several nodes are configured, but a range of blocks up to the first block after the epoch came from one node alone */
  alone: boolean
  /** whether the tables differed from the contracts when they were last compared */
  differs: boolean
  /** whether the tables matched the contracts at a block after the epoch's end */
  compared: boolean
  /** the hash of the indexer's header; null: the indexer has not closed the epoch */
  hash: Hex | null
  /** the hash of the second engine's header; null: the second engine has given no verdict */
  audited: Hex | null
  /** the hash in EpochLog at a final block; null: none */
  published: Hex | null
}

/** The sum that all vouchers could draw, and the vested funds. Wei of the program's token. */
export type MoneyFacts = {
  /** owed: Σ over accounts of the greater of the granted sum and the drawn sum; vested: from the contract at a final block */
  programs: readonly { key: ProgramKey; owed: bigint; vested: bigint }[]
  /** an account whose grant is below its earlier voucher; null: there is none */
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
      `the indexer computed the hash ${hash} for epoch ${epoch}, but the second engine computed ${audited}`,
    )
  return GO
}

/** Whether every signed voucher can be paid at once, and no voucher grants less than the account's earlier voucher. */
export function covered({ programs, fallen }: MoneyFacts): Decision {
  const over = programs.find(({ owed, vested }) => owed > vested)
  if (over !== undefined)
    return stop(
      'unfunded',
      `the program ${over.key} owes ${over.owed} wei, but only ${over.vested} have vested`,
    )
  if (fallen !== null)
    return stop(
      'unfunded',
      `the program ${fallen.program} grants ${fallen.account} less than an earlier voucher`,
    )
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
 * Whether the block is the epoch's last block, according to the header with the agreed hash.
 * @param header the header in the tables; null: there is none
 * @returns null if the epoch has no block: then only the chain can tell (`isLastBefore`)
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
    `epoch ${epoch} ends with block ${blockNumber} in the tables and with block ${named} in its header`,
  )
}

/**
 * The same check for an epoch without blocks.
 * @param end the end of the epoch, unix seconds
 * @param times the times of the block and of the next block, unix seconds
 */
export function isLastBefore(
  { epoch, blockNumber }: Omit<PublishedBlock, 'hash'>,
  end: number,
  [time, following]: readonly [number, number],
): Decision {
  if (time < end && end <= following) return GO
  return stop('disagreement', `block ${blockNumber} is not the last block before the end of epoch ${epoch}`)
}

/** An unpaid voucher is signed again this many days before its deadline. */
const RENEWED_DAYS = 90
/** Seconds for which a voucher is valid, counted from the end of the epoch whose close signs it. */
const VALID_SECONDS = 31_536_000

/** @param end the end of the epoch, unix seconds @returns the deadline of the vouchers that are signed at the epoch's close */
export function deadlineOf(end: number): number {
  return end + VALID_SECONDS
}

/** @returns a time. The close of the epoch that ends at `end` signs unpaid vouchers again if their deadline is before this time */
export function renewedBefore(end: number): number {
  return end + RENEWED_DAYS * 86_400
}
