/** The pairs of signer and co-signer whose vouchers the contract paid, in order, and the time from which an epoch's vouchers could be signed. */
import { zeroAddress, type Address } from 'viem'

/** Lower case. The zero address: switched off. */
export type Signers = {
  signer: Address
  coSigner: Address
  /** grows by one with each new signer or co-signer; switching a signer off does not change it */
  nonce: bigint
}

/** The time at which EpochLog first had an epoch's right hash. */
export type Publication = {
  /** the index in `named` of the signers at that time */
  place: number
  /** unix seconds */
  time: bigint
}

/** The problem with a voucher's signers. */
export type WrongSigner = { what: string; found: string; computed: string }

export class SignerHistory {
  /** one entry for each SignersSet event */
  readonly named: Signers[] = []
  readonly published = new Map<bigint, Publication>()

  /** the index of the present signers in `named`; 0 before any signers are named */
  get place(): number {
    return Math.max(0, this.named.length - 1)
  }

  name({ signer, coSigner, nonce }: Signers): void {
    this.named.push({ signer, coSigner, nonce })
  }

  /** Must be called once EpochLog has the computed hash. A later replacement by the timelock changes nothing here. */
  publish(epoch: bigint, time: bigint): void {
    if (!this.published.has(epoch)) this.published.set(epoch, { place: this.place, time })
  }

  /**
   * Whether the contract has paid vouchers of this nonce at some moment since `place`. An epoch's vouchers are never signed before its publication,
   * and may be signed long after it.
   */
  wasSince(place: number, nonce: bigint): boolean {
    return this.#since(place).some((signers) => signers.nonce === nonce)
  }

  /** Whether one of the two signers has been switched off at some moment since `place`. */
  wasOffSince(place: number): boolean {
    return this.named.slice(place).some(isOff)
  }

  /**
   * @param found a voucher's nonce, and the addresses that its signatures give
   * @returns the problems; empty if the contract has paid vouchers of these signers at some moment since `place`
   */
  wrongSince(place: number, found: Signers): WrongSigner[] {
    const named = this.#since(place).find(({ nonce }) => nonce === found.nonce)
    if (named === undefined)
      return [{ what: 'nonce of the voucher', found: `${found.nonce}`, computed: this.textSince(place) }]
    const wrong: WrongSigner[] = []
    if (found.signer !== named.signer)
      wrong.push({ what: 'signer of the voucher', found: found.signer, computed: named.signer })
    if (found.coSigner !== named.coSigner)
      wrong.push({ what: 'co-signer of the voucher', found: found.coSigner, computed: named.coSigner })
    return wrong
  }

  /** @returns the nonces whose vouchers have been paid since `place`, lowest first, as text for a difference */
  textSince(place: number): string {
    const nonces = new Set(this.#since(place).map(({ nonce }) => nonce))
    return [...nonces].join(' or ') || 'none'
  }

  #since(place: number): Signers[] {
    return this.named.slice(place).filter((signers) => !isOff(signers))
  }
}

function isOff({ signer, coSigner }: Signers): boolean {
  return signer === zeroAddress || coSigner === zeroAddress
}
