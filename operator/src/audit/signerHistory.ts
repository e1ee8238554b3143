/** The pairs of signer and co-signer whose vouchers the contract paid, in order, and since when an epoch's vouchers could be signed. */
import { zeroAddress, type Address } from 'viem'

/** Lower case. The zero address: switched off. */
export type Signers = {
  signer: Address
  coSigner: Address
  /** grows by one at each naming; switching off leaves it as it is */
  nonce: bigint
}

/** When EpochLog first had an epoch's right hash. */
export type Publication = {
  /** the place in `named` of the signers of that time */
  place: number
  /** unix seconds */
  time: bigint
}

/** What is wrong with who signed a voucher. */
export type WrongSigner = { what: string; found: string; computed: string }

export class SignerHistory {
  /** one for each SignersSet */
  readonly named: Signers[] = []
  readonly published = new Map<bigint, Publication>()

  /** the place of the present signers in `named`; 0 before any are named */
  get place(): number {
    return Math.max(0, this.named.length - 1)
  }

  name({ signer, coSigner, nonce }: Signers): void {
    this.named.push({ signer, coSigner, nonce })
  }

  /** To be called once EpochLog has the hash that was computed; what the timelock does to it later changes nothing here. */
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

  /** Whether one of the two has been switched off at some moment since `place`. */
  wasOffSince(place: number): boolean {
    return this.named.slice(place).some(isOff)
  }

  /** @param found a voucher's nonce, and the addresses that its signatures give @returns what is wrong with them: nothing if the contract has paid such vouchers since `place` */
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

  /** @returns the nonces whose vouchers have been paid since `place`, lowest first, as text of a difference */
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
