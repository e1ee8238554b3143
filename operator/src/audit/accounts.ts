/** Numbers accounts from 0 in the order in which logs first name them, so that all other state can be kept in arrays. */
import { zeroAddress, type Address } from 'viem'

export class Accounts {
  readonly #indexes = new Map<Address, number>()
  readonly #addresses: Address[] = []

  get count(): number {
    return this.#addresses.length
  }

  /** @returns the account's number; assigns a new number to a new account */
  indexOf(address: Address): number {
    const known = this.#indexes.get(address)
    if (known !== undefined) return known
    const index = this.#addresses.push(address) - 1
    this.#indexes.set(address, index)
    return index
  }

  /** @returns the account's number; undefined if no log names the account */
  find(address: Address): number | undefined {
    return this.#indexes.get(address)
  }

  addressOf(index: number): Address {
    return this.#addresses[index]!
  }
}

/** The zero address is not an account: shares and passes are minted from it and burned to it. */
export function isNobody(address: Address): boolean {
  return address === zeroAddress
}
