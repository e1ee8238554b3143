/** The signers whose vouchers the contract paid, in order, and since when an epoch's vouchers could be signed. */
import type { Address } from 'viem'

const NOBODY: Address = `0x${'0'.repeat(40)}`

/** When EpochLog first had an epoch's right hash. */
export type Publication = {
  /** who was the signer then: the place among all that were named */
  place: number
  /** unix seconds */
  time: bigint
}

export class SignerHistory {
  /** one for each SignerSet; the zero address: the signer was switched off */
  readonly named: Address[] = []
  readonly published = new Map<bigint, Publication>()

  /** the place of the present signer; of the first one, before any is named */
  get place(): number {
    return Math.max(0, this.named.length - 1)
  }

  name(signer: Address): void {
    this.named.push(signer)
  }

  /** To be called once EpochLog has the hash that was computed; what the timelock does to it later changes nothing here. */
  publish(epoch: bigint, time: bigint): void {
    if (!this.published.has(epoch)) this.published.set(epoch, { place: this.place, time })
  }

  /** Whether it has been the signer at some moment since `place`. Nothing is signed of an epoch before its publication; all of it may be later. */
  wasSince(place: number, signer: Address): boolean {
    return this.named.includes(signer, place)
  }

  /** Whether the signer has been switched off at some moment since `place`. */
  wasOffSince(place: number): boolean {
    return this.named.includes(NOBODY, place)
  }

  /** @returns who has been the signer since `place`, oldest first, as a difference names them */
  textSince(place: number): string {
    const signers = new Set(this.named.slice(place).filter((signer) => signer !== NOBODY))
    return [...signers].join(' or ') || 'none'
  }
}
