/**
 * Whether vouchers may be signed (docs/rewards.md, rules 14 to 16): one pure function that gets all facts and decides. A key signs only with its
 * permission. An unknown fact is a reason against signing.
 */
import type { Voucher } from '@galx/protocol/voucher'
import type { Address, Hex } from 'viem'
import { keccak } from '../chain/rpc/keccak.ts'
import {
  agreed,
  covered,
  deadlineOf,
  stop,
  type Decision,
  type EpochFacts,
  type MoneyFacts,
  type Refusal,
} from './decide.ts'
import { grantsIn, namedParts, nameOf, programLines, type Grant } from './fileText.ts'

/** The tables' data of an epoch's file. Only its hash makes it trusted. */
export type GrantingFile = {
  epoch: number
  /** the epoch's hash in EpochLog at a final block; null: not published */
  published: Hex | null
  /** null: the tables have no header */
  header: string | null
  /** the parts that are needed, by their numbers */
  parts: ReadonlyMap<number, string>
}

export type SignerRole = 'signer' | 'coSigner'

/** The two keys that must sign a voucher, by the contract. Lower case; the zero address: switched off. */
export type Signers = Readonly<Record<SignerRole, Address>> & {
  /** the nonce that vouchers must carry; each change of a key raises it */
  readonly nonce: bigint
}

/** The facts that are read only if no earlier fact forbids signing. */
export type ReadFacts = MoneyFacts & {
  signers: Signers
  /** addresses of the keys that would sign, lower case; null: the key does not answer */
  keys: Readonly<Record<SignerRole, Address | null>>
  /** by program id: wei that have vested, from the contract at a final block */
  vestedOf: ReadonlyMap<bigint, bigint>
  /** unix seconds */
  end: number
  /** the epoch's own header in the tables; null: there is none */
  header: string | null
  /**
   * the file that grants: the epoch's own file, or an earlier epoch's file for vouchers that are signed again; null: no epoch has granted
   * anything
   */
  file: GrantingFile | null
  /** the grants of the vouchers, from the tables */
  grants: readonly Grant[]
}

/** `read`: null if not read yet. */
export type SigningFacts = EpochFacts & { read: ReadFacts | null }

/** No fact that was read forbids signing. The remaining facts must be read. */
type Unread = { ok: null }
/** `refused`: the fault of the first refused voucher; null: no voucher was refused. */
type Granted = { ok: true; permission: MaySign; refused: string | null }

/** A list of vouchers, and the two keys that may sign them. The class is not exported, so only `maySign` can create a permission. */
class Permission {
  /** Marks permissions from this class: an object of the same shape is not a permission. */
  readonly #asked = true
  /** the epoch whose close signs the vouchers */
  readonly epoch: number
  readonly signers: Signers
  /** unix seconds */
  readonly deadline: number
  readonly grants: readonly Grant[]
  /** the same vouchers in the form that is signed */
  readonly vouchers: readonly Voucher[]

  constructor(
    common: { epoch: number; signers: Signers; deadline: number },
    vouchers: readonly NamedVoucher[],
  ) {
    this.epoch = common.epoch
    this.signers = Object.freeze({ ...common.signers })
    this.deadline = common.deadline
    this.grants = Object.freeze(vouchers.map(({ grant }) => grant))
    this.vouchers = Object.freeze(vouchers.map(({ voucher }) => voucher))
    Object.freeze(this)
  }

  /** Splits the permission into lists of at most `size` vouchers. */
  inBatches(size: number): Permission[] {
    const all = this.grants.map((grant, index) => ({ grant, voucher: this.vouchers[index]! }))
    const count = Math.ceil(all.length / size)
    return Array.from(
      { length: count },
      (_, lot) => new Permission(this, all.slice(lot * size, (lot + 1) * size)),
    )
  }

  static is(value: object): boolean {
    return #asked in value && value.#asked
  }
}
export type MaySign = Permission

type NamedVoucher = { grant: Grant; voucher: Voucher }

/**
 * Every key calls this function before it signs. @param key the key's address, lower case @throws Error unless `maySign` permitted the key
 * to sign
 */
export function assertPermission(permission: MaySign, key: Address): void {
  if (!Permission.is(permission))
    throw new Error('a key was asked to sign vouchers that maySign has not permitted')
  const { signer, coSigner } = permission.signers
  if (key !== signer && key !== coSigner)
    throw new Error(
      `the key ${key} was asked to sign vouchers that maySign permits only to ${signer} and ${coSigner}`,
    )
}

/**
 * Permits vouchers if all of this holds. Both engines agree on the epoch, and its hash is final in EpochLog. All grants have vested, by the
 * tables and by the epoch's own file. The contract names both keys. A file of this epoch or of an earlier epoch grants each voucher's
 * amount to its account, and EpochLog holds that file's hash.
 * @returns a refusal with its reason, or the request to read the other facts, or a permission for the vouchers that may be signed
 */
export function maySign(facts: EpochFacts & { read: ReadFacts }): Refusal | Granted
export function maySign(facts: SigningFacts): Refusal | Unread | Granted
export function maySign(facts: SigningFacts): Refusal | Unread | Granted {
  const { epoch, read } = facts
  const settlement = settled(facts)
  if (!settlement.ok) return settlement
  if (read === null) return { ok: null }
  const { signers, file, grants } = read
  for (const decision of [covered(read), paid(read), heldTo(facts, read)]) if (!decision.ok) return decision
  const granted = file === null ? 'no epoch has granted it' : grantedBy(file, epoch)
  if (typeof granted === 'string') {
    const [first] = grants
    return stop('disagreement', first === undefined ? granted : nameVoucher(first, granted))
  }
  const deadline = deadlineOf(read.end)
  const right: NamedVoucher[] = []
  let refused: string | null = null
  for (const grant of grants) {
    const { program, account, cumulative } = grant
    const amount = granted.amounts.get(`${program} ${account}`)
    const id = granted.ids.get(program)
    if (id !== undefined && amount === cumulative)
      right.push({
        grant,
        voucher: {
          program: id,
          account,
          cumulative,
          deadline: BigInt(deadline),
          signersNonce: signers.nonce,
        },
      })
    else
      refused ??= nameVoucher(grant, `the file of epoch ${file!.epoch} grants ${amount ?? 0n} wei in total`)
  }
  return { ok: true, permission: new Permission({ epoch, signers, deadline }, right), refused }
}

/** Whether both engines agree on the epoch and its hash is final in EpochLog. */
function settled(facts: EpochFacts): Decision {
  const agreement = agreed(facts)
  if (!agreement.ok) return agreement
  const { epoch, hash, published } = facts
  if (published === null) return stop('unpublished', `EpochLog has no final hash of epoch ${epoch}`)
  if (published !== hash)
    return stop(
      'disagreement',
      `EpochLog holds ${published} for epoch ${epoch}, but both engines have ${hash}`,
    )
  return agreement
}

/** Whether the contract pays vouchers that both keys sign. */
function paid({ signers, keys }: Pick<ReadFacts, 'signers' | 'keys'>): Decision {
  for (const role of ['signer', 'coSigner'] as const) {
    const [name, key, wanted] = [ROLE_NAMES[role], keys[role], signers[role]]
    if (/^0x0+$/.test(wanted)) return stop(role, `the contract’s ${name} is switched off`)
    if (key === null) return stop(role, `the key of the ${name} does not answer`)
    if (key !== wanted) return stop(role, `the contract’s ${name} is ${wanted}, but this key is ${key}`)
  }
  return { ok: true }
}

const ROLE_NAMES: Record<SignerRole, string> = { signer: 'signer', coSigner: 'co-signer' }

/**
 * Whether the epoch's header is the published header and all its grants have vested. `covered` checks the tables' sums, which are read once for
 * several epochs. This function checks the epoch's own header.
 */
function heldTo({ epoch, published }: EpochFacts, { header, vestedOf }: ReadFacts): Decision {
  const fault = headerFault(epoch, header, published)
  if (fault !== null) return stop('disagreement', fault)
  for (const { key, id, cumulative } of programLines(header!)) {
    const vested = vestedOf.get(id) ?? 0n
    if (cumulative > vested)
      return stop('unfunded', `the file grants ${cumulative} wei of ${key}, but only ${vested} have vested`)
  }
  return { ok: true }
}

/** @returns the fault of the header in the tables; null if EpochLog holds its hash */
function headerFault(epoch: number, header: string | null, published: Hex | null): string | null {
  if (published === null) return `EpochLog has no final hash of epoch ${epoch}`
  if (header !== null && keccak(Buffer.from(header)) === published) return null
  return `the header of epoch ${epoch} does not have the hash ${published}`
}

/** Amounts by program and account, wei, and the programs' ids. */
type Amounts = { amounts: ReadonlyMap<string, bigint>; ids: ReadonlyMap<string, bigint> }

/** @param epoch the epoch whose close signs @returns the grants in the parts of the file; or the fault of the file */
function grantedBy(file: GrantingFile, epoch: number): Amounts | string {
  const { header, parts } = file
  // The engines may still disagree about a later epoch.
  if (file.epoch > epoch) return `epoch ${file.epoch} comes after epoch ${epoch}`
  const fault = headerFault(file.epoch, header, file.published)
  if (fault !== null) return fault
  const named = namedParts(header!)
  const amounts = new Map<string, bigint>()
  const sums = new Map<string, bigint>()
  for (const [part, text] of parts) {
    if (keccak(Buffer.from(text)) !== named.get(part)?.hash)
      return `the rows of part ${nameOf(part)} of epoch ${file.epoch} do not match its header`
    for (const { program, account, cumulative } of grantsIn(text)) {
      amounts.set(`${program} ${account}`, cumulative)
      sums.set(program, (sums.get(program) ?? 0n) + cumulative)
    }
  }
  const lines = programLines(header!)
  for (const { key, cumulative } of lines) {
    const sum = sums.get(key) ?? 0n
    // Other parts may have more rows, but these rows alone already exceed the header's sum.
    if (sum > cumulative)
      return `rows of epoch ${file.epoch} grant ${sum} wei of ${key}, but its header grants only ${cumulative}`
  }
  return { amounts, ids: new Map(lines.map(({ key, id }) => [key, id])) }
}

function nameVoucher({ account, program, cumulative }: Grant, why: string): string {
  return `the voucher of ${account} in ${program} is not signed: it says ${cumulative} wei, and ${why}`
}
