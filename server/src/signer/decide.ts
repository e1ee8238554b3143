/**
 * Whether an epoch may be published and its vouchers signed (docs/rewards.md). Pure: what is known comes in, a reason goes out.
 * What is not known counts as a reason against.
 */
import type { LateReason } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import type { Hex } from 'viem'

export type Decision = { ok: true } | { ok: false; reason: LateReason; detail: string }

/** What two engines, the indexer and EpochLog say of one epoch. */
export type EpochFacts = {
  epoch: number
  /** whether the indexer has halted */
  halted: boolean
  /** whether a range of blocks up to the epoch's end came from one node alone although several are configured */
  alone: boolean
  /** of the header that the indexer made; null: it has not closed the epoch */
  hash: Hex | null
  /** of the header that the second engine made; null: it has given no verdict */
  audited: Hex | null
  /** what EpochLog holds in a final block; null: nothing */
  published: Hex | null
}

/** What all vouchers together could draw, and what there is. Wei of the program's token. */
export type MoneyFacts = {
  /** Σ over accounts of the greater of what was granted and what was drawn; vested: as the contract says in a final block */
  programs: readonly { key: ProgramKey; owed: bigint; vested: bigint }[]
  /** an account whose grant is below what a voucher already promises it; null: there is none */
  fallen: { program: string; account: string } | null
}

export type SigningFacts = EpochFacts &
  MoneyFacts & {
    /** whose vouchers the contract pays, lower case; the zero address: nobody's */
    payable: string
    /** whose key this process signs with, lower case; null: it does not answer */
    signer: string | null
  }

const GO: Decision = { ok: true }

function stop(reason: LateReason, detail: string): Decision {
  return { ok: false, reason, detail }
}

/** Whether both engines computed the epoch and agree. */
export function agreed({ epoch, halted, alone, hash, audited }: Omit<EpochFacts, 'published'>): Decision {
  if (halted) return stop('halted', 'the indexer has halted')
  if (hash === null) return stop('indexing', `epoch ${epoch} is not closed`)
  if (alone) return stop('unconfirmed', `blocks of epoch ${epoch} came from one node alone`)
  if (audited === null) return stop('unconfirmed', `the second engine has given no verdict on epoch ${epoch}`)
  if (audited !== hash)
    return stop(
      'disagreement',
      `epoch ${epoch} is ${hash} to the indexer and ${audited} to the second engine`,
    )
  return GO
}

/** Whether every signed voucher can be paid at once, and none is worth less than one signed before. */
function covered({ programs, fallen }: MoneyFacts): Decision {
  const over = programs.find(({ owed, vested }) => owed > vested)
  if (over !== undefined)
    return stop('unfunded', `the program ${over.key} owes ${over.owed} wei and ${over.vested} have vested`)
  if (fallen !== null)
    return stop('unfunded', `what ${fallen.program} grants ${fallen.account} is less than its voucher says`)
  return GO
}

/**
 * Whether what the epoch's own file grants in all has vested. The file is what is signed; the tables' sums are read once for several epochs.
 * @param granted by program: Σ cumulative in the header that has the published hash, wei
 * @param vested by program id, as the contract says, wei
 */
export function fileCovered(
  granted: readonly { key: ProgramKey; id: bigint; cumulative: bigint }[],
  vested: ReadonlyMap<bigint, bigint>,
): Decision {
  const over = granted.find(({ id, cumulative }) => cumulative > (vested.get(id) ?? 0n))
  if (over === undefined) return GO
  const { key, id, cumulative } = over
  return stop(
    'unfunded',
    `the file grants ${cumulative} wei of ${key} and ${vested.get(id) ?? 0n} have vested`,
  )
}

/** Whether the epoch's hash may go to EpochLog. */
export function mayPublish(facts: EpochFacts & MoneyFacts): Decision {
  const agreement = agreed(facts)
  return agreement.ok ? covered(facts) : agreement
}

/** What would be published beside the hash: to the tables the last block that the epoch counts. */
type PublishedBlock = { epoch: number; blockNumber: number | null }

/**
 * Whether that block is the epoch's last.
 * @param named in the header that has the agreed hash
 */
export function endsWith({ epoch, blockNumber }: PublishedBlock, named: number): Decision {
  if (named === blockNumber) return GO
  return stop(
    'disagreement',
    `the tables say that epoch ${epoch} ends with block ${blockNumber}, its header with ${named}`,
  )
}

/**
 * The same where no block lies in the epoch.
 * @param end of the epoch, unix seconds
 * @param times of that block and of the one after it, unix seconds
 */
export function isLastBefore(
  { epoch, blockNumber }: PublishedBlock,
  end: number,
  [time, following]: readonly [number, number],
): Decision {
  if (time < end && end <= following) return GO
  return stop('disagreement', `block ${blockNumber} is not the last one before the end of epoch ${epoch}`)
}

/** Whether the epoch is agreed on and final in EpochLog. */
export function settled(facts: EpochFacts): Decision {
  const agreement = agreed(facts)
  if (!agreement.ok) return agreement
  const { epoch, hash, published } = facts
  if (published === null) return stop('unpublished', `EpochLog has no final hash of epoch ${epoch}`)
  if (published !== hash)
    return stop('disagreement', `EpochLog holds ${published} for epoch ${epoch}, both engines have ${hash}`)
  return GO
}

/** Whether the epoch's vouchers may be signed. */
export function maySign(facts: SigningFacts): Decision {
  const settlement = settled(facts)
  if (!settlement.ok) return settlement
  const cover = covered(facts)
  if (!cover.ok) return cover
  if (/^0x0+$/.test(facts.payable)) return stop('signer', 'the contract’s signer is switched off')
  if (facts.signer === null) return stop('signer', 'the signing key does not answer')
  if (facts.signer !== facts.payable)
    return stop('signer', `the contract pays vouchers of ${facts.payable}, this key is ${facts.signer}`)
  return GO
}

/** Days before its deadline on which an unpaid voucher is signed again. */
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
