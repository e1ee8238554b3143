/** Accounts as numbers from 0 in the order in which logs first name them, so that all else can be kept in arrays. */
import { zeroAddress, type Address } from 'viem'

export class Accounts {
  readonly #indexes = new Map<Address, number>()
  readonly #addresses: Address[] = []

  get count(): number {
    return this.#addresses.length
  }

  /** @returns the account's number, a new one where it has none yet */
  indexOf(address: Address): number {
    const known = this.#indexes.get(address)
    if (known !== undefined) return known
    const index = this.#addresses.push(address) - 1
    this.#indexes.set(address, index)
    return index
  }

  /** @returns the account's number; undefined where no log names it */
  find(address: Address): number | undefined {
    return this.#indexes.get(address)
  }

  addressOf(index: number): Address {
    return this.#addresses[index]!
  }
}

/** The zero address is nobody: shares and passes come from it and go to it. */
export function isNobody(address: Address): boolean {
  return address === zeroAddress
}
