/**
 * The signers of the published vouchers, and the vouchers that had to be signed again (rule 16). Honest signers can look late in two cases:
 *
 * - Signers sign many epochs at once, long after these epochs ended, with newer keys. So a voucher may have any nonce that was valid at some
 *   time since the epoch's publication.
 * - The audit reads the files while the signers sign. Epochs are signed in order, each as a whole. So an epoch counts as signed only once a
 *   later epoch has vouchers.
 */
import type { SignedVoucher } from './compareVouchers.ts'
import type { Difference, Differ } from './differences.ts'
import type { SignerHistory } from './signerHistory.ts'
import type { World } from './world.ts'

/** 90 days in seconds: an unpaid voucher with less validity left is signed again. */
const RENEWED_BEFORE = 7_776_000n
/** Half of `RENEWED_BEFORE`. An epoch must be signed within this time after EpochLog has its hash, unless a signer is switched off. */
const SIGNED_WITHIN = RENEWED_BEFORE / 2n

type Wrong = Pick<Difference, 'epoch' | 'found' | 'computed'>
type Overdue = { voucher: SignedVoucher; difference: Difference }

export class SignedVouchers {
  /** by program id and account: the voucher that was signed last */
  readonly #newest = new Map<string, SignedVoucher>()
  /** vouchers whose signers are not confirmed yet; place: the index in `SignerHistory` of the signers at the epoch's end */
  #doubtful: { voucher: SignedVoucher; place: number }[] = []
  /** the last epoch that has vouchers */
  #last: bigint | undefined
  readonly #withoutFile: bigint[] = []
  readonly #world: World
  readonly #signers: SignerHistory

  constructor(world: World, signers: SignerHistory) {
    this.#world = world
    this.#signers = signers
  }

  /**
   * Must be called at each epoch's close, in order.
   * @param vouchers of the epoch; null: the epoch has no file of vouchers
   */
  close(epoch: bigint, vouchers: readonly SignedVoucher[] | null): void {
    this.#doubtful = this.#doubtful.filter(({ voucher }) => {
      const publication = this.#signers.published.get(voucher.epoch)
      return !publication || this.#signers.wrongSince(publication.place, voucher.signers).length > 0
    })
    if (vouchers === null) this.#withoutFile.push(epoch)
    for (const voucher of vouchers ?? []) {
      this.#doubtful.push({ voucher, place: this.#signers.place })
      const { cumulative } = this.#world.grantsOf(voucher.id)
      if (cumulative.get(this.#world.accounts.indexOf(voucher.account)) !== voucher.cumulative) continue
      this.#last = epoch
      this.#newest.set(keyOf(voucher), voucher)
    }
  }

  /**
   * Must be called once all final logs have been applied. Reports each voucher whose nonce was no longer valid when its epoch was published,
   * and each voucher that wrong keys signed.
   */
  compareSigners(differ: Differ): void {
    for (const { voucher, place } of this.#doubtful) {
      const { epoch, program, account, signers } = voucher
      const since = this.#signers.published.get(epoch)?.place ?? place
      for (const wrong of this.#signers.wrongSince(since, signers))
        differ({ epoch, program, account, ...wrong })
    }
  }

  /** the last epoch that is known to be signed as a whole, with all earlier epochs; undefined: none */
  get signedUpTo(): bigint | undefined {
    return this.#last === undefined ? undefined : this.#last - 1n
  }

  /**
   * Called once all final logs have been applied: finds the undrawn vouchers that should have been signed again, but were not.
   * @param now the final block's time, unix seconds
   * @param published whether EpochLog has the epoch
   */
  overdue(now: bigint, published: (epoch: bigint) => boolean): Overdue[] {
    // A missing file may contain the newer voucher.
    const hidden = this.#withoutFile.findLast((epoch) => epoch < (this.#last ?? -1n) || published(epoch))
    const found: Overdue[] = []
    for (const voucher of this.#newest.values()) {
      if (hidden !== undefined && voucher.epoch < hidden) continue
      const drawn = this.#world.grantsOf(voucher.id).drawn.get(this.#world.accounts.indexOf(voucher.account))
      if ((drawn ?? 0n) >= voucher.cumulative) continue
      const wrong = this.#notRenewed(voucher) ?? this.#expired(voucher, now)
      if (!wrong) continue
      const { program, account } = voucher
      const what = 'voucher that is to be signed again'
      found.push({ voucher, difference: { program, account, what, ...wrong } })
    }
    return found
  }

  /** Adds a voucher from a second reading of the files: the voucher may have been signed after the first reading. */
  addRenewal(voucher: SignedVoucher): void {
    const known = this.#newest.get(keyOf(voucher))
    if (known && voucher.epoch > known.epoch && voucher.cumulative >= known.cumulative)
      this.#newest.set(keyOf(voucher), voucher)
  }

  #notRenewed({ epoch, deadline, signers: { nonce } }: SignedVoucher): Wrong | undefined {
    const signed = this.signedUpTo
    if (signed === undefined || epoch >= signed) return undefined
    const before = this.#endOf(signed) + RENEWED_BEFORE
    if (deadline < before)
      return { epoch: signed, found: `good until ${deadline}`, computed: `until ${before} at least` }
    const publication = this.#signers.published.get(signed)
    if (!publication || this.#signers.wasSince(publication.place, nonce)) return undefined
    const computed = `with nonce ${this.#signers.textSince(publication.place)}`
    return { epoch: signed, found: `signed with nonce ${nonce}`, computed }
  }

  /**
   * Finds an expired voucher even if no later epoch has vouchers. The voucher should have been signed again at the first close with less than
   * `RENEWED_BEFORE` left. EpochLog must have had the hash of that epoch for `SIGNED_WITHIN` before the voucher's deadline.
   */
  #expired({ deadline }: SignedVoucher, now: bigint): Wrong | undefined {
    const epoch = (deadline - RENEWED_BEFORE) / this.#world.terms.epochDuration
    const publication = this.#signers.published.get(epoch)
    if (now <= deadline || !publication || publication.time + SIGNED_WITHIN > deadline) return undefined
    if (this.#signers.wasOffSince(publication.place)) return undefined
    return { epoch, found: `expired at ${deadline}`, computed: 'signed again before' }
  }

  #endOf(epoch: bigint): bigint {
    return (epoch + 1n) * this.#world.terms.epochDuration
  }
}

function keyOf({ id, account }: SignedVoucher): string {
  return `${id} ${account}`
}
