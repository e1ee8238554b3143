/**
 * Names slots of storage in words. A slot has a name if Solidity or Solady's ERC20 uses it for an account, pool or program of the deployment.
 * Any other slot is shown by its number.
 */
import {
  concatHex,
  formatEther,
  keccak256,
  numberToHex,
  pad,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import type { StorageChanges } from '../chain/simulate.ts'
import type { Names } from '../verify/words.ts'

type Key = { word: Hex; name: string }
/** A slot's name, and whether its value is an amount with 18 decimals. */
type Place = { name: string; amount: boolean }

/** All mappings of our contracts and of the tokens have slots below this number, and their structures have fewer slots than this. */
const FIRST_SLOTS = 12
/** The number of slots that are searched for one account's positions in one pool; a slot holds two positions. */
const POSITIONS = 32

const SOLADY_BALANCE: Hex = '0x87a211a2'
const SOLADY_ALLOWANCE: Hex = '0x7f5e9f20'
/** The slots of Uniswap V2's pairs. */
const PAIR_SLOTS: Readonly<Record<number, string>> = {
  0: 'shares in all',
  8: 'both reserves and when they were set',
  9: 'sum of prices over time',
  10: 'sum of prices over time',
  11: 'product of the reserves',
}

/** The slots of ZnVault, whose code is frozen. */
const VAULT_SLOTS: Readonly<Record<number, string>> = {
  2: 'shares in all',
  10: 'the ledger: assets of the shares, assets that still vest, their rate and their end',
}

/** @returns for each contract its name, then a line for each slot that changes */
export function slotLines(
  changes: StorageChanges,
  deployment: Deployment,
  names: Names,
  safe: Address,
): string[] {
  return [...changes].flatMap(([contract, slots]) => {
    const places = placesOf(contract, deployment, safe)
    return [
      names.label(contract),
      ...[...slots].map(([slot, { before, after }]) => {
        const place = places.get(slot)
        const small = BigInt(slot) < BigInt(FIRST_SLOTS) ? `slot ${BigInt(slot)}` : slot
        const text = (word: Hex) => (place?.amount ? formatEther(BigInt(word)) : word)
        return `  ${place?.name ?? 'not known'} (${small}): ${text(before)} → ${text(after)}`
      }),
    ]
  })
}

function placesOf(contract: Address, deployment: Deployment, safe: Address): ReadonlyMap<Hex, Place> {
  const { contracts, tokens, pairs, pools, programs } = deployment
  const is = (address: string) => address.toLowerCase() === contract.toLowerCase()
  const accounts: Key[] = [
    { word: wordOf(safe), name: 'the Safe' },
    { word: wordOf(zeroAddress), name: 'nobody' },
    ...Object.entries(contracts).map(([name, { address }]) => ({ word: wordOf(address as Address), name })),
    ...pairs.map(({ base, quote, address }) => ({
      word: wordOf(address as Address),
      name: `the pair ${base}/${quote}`,
    })),
  ]
  if (is(contracts.StakingPools.address)) return poolPlaces(idKeys('pool', pools), wordOf(safe))
  if (is(contracts.RewardVouchers.address)) return programPlaces(idKeys('program', programs))
  const places = TOKEN_SYMBOLS.some((symbol) => is(tokens[symbol].address))
    ? new Map([...solidityToken(accounts), ...soladyToken(accounts)])
    : solidityToken(accounts)
  const plain = pairs.some(({ address }) => is(address))
    ? PAIR_SLOTS
    : is(contracts.ZnVault.address)
      ? VAULT_SLOTS
      : {}
  for (const [slot, name] of Object.entries(plain))
    places.set(wordOf(numberToHex(Number(slot))), { name, amount: false })
  return places
}

function idKeys(what: string, entries: Readonly<Record<string, { id: string }>>): Key[] {
  return Object.entries(entries).map(([key, { id }]) => ({
    word: wordOf(numberToHex(BigInt(id))),
    name: `${what} ${key}`,
  }))
}

function soladyToken(accounts: readonly Key[]): Map<Hex, Place> {
  const zeros = pad('0x', { size: 8 })
  const places = new Map<Hex, Place>()
  for (const owner of accounts) {
    const address = addressOf(owner.word)
    places.set(keccak256(concatHex([address, zeros, SOLADY_BALANCE])), balance(owner.name))
    if (owner !== accounts[0]) continue
    for (const spender of accounts)
      places.set(
        keccak256(concatHex([address, zeros, SOLADY_ALLOWANCE, addressOf(spender.word)])),
        allowance(owner.name, spender.name),
      )
  }
  return places
}

function solidityToken(accounts: readonly Key[]): Map<Hex, Place> {
  const places = new Map<Hex, Place>()
  for (let base = 0; base < FIRST_SLOTS; base++)
    for (const owner of accounts) {
      const slot = mapped(owner.word, wordOf(numberToHex(base)))
      places.set(slot, balance(owner.name))
      // Only allowances of the Safe: another account's allowance changes only by a call that the account itself has signed.
      if (owner !== accounts[0]) continue
      for (const spender of accounts)
        places.set(mapped(spender.word, slot), allowance(owner.name, spender.name))
    }
  return places
}

function balance(of: string): Place {
  return { name: `the balance of ${of}`, amount: true }
}

function allowance(owner: string, spender: string): Place {
  return { name: `the allowance of ${spender} from ${owner}`, amount: true }
}

/** Structures of a pool, its accounts and their positions. */
function poolPlaces(pools: readonly Key[], safe: Hex): Map<Hex, Place> {
  const places = new Map<Hex, Place>()
  const packed = (name: string): Place => ({ name, amount: false })
  for (const pool of pools)
    for (let base = 0; base < FIRST_SLOTS; base++) {
      const start = mapped(pool.word, wordOf(numberToHex(base)))
      for (let offset = 0; offset < FIRST_SLOTS; offset++) {
        const field = after(start, offset)
        places.set(field, packed(`word ${offset} of ${pool.name}`))
        const account = mapped(safe, field)
        places.set(account, packed(`the Safe's stake in ${pool.name}`))
        for (let index = 0; index < POSITIONS; index++)
          places.set(
            mapped(wordOf(numberToHex(index)), after(account, 1)),
            packed(`the Safe's positions in ${pool.name}, word ${index}`),
          )
      }
    }
  return places
}

function programPlaces(programs: readonly Key[]): Map<Hex, Place> {
  const places = new Map<Hex, Place>()
  for (const program of programs)
    for (let base = 0; base < FIRST_SLOTS; base++) {
      const start = mapped(program.word, wordOf(numberToHex(base)))
      for (let offset = 0; offset < FIRST_SLOTS; offset++)
        places.set(after(start, offset), { name: `word ${offset} of ${program.name}`, amount: false })
    }
  return places
}

function wordOf(value: Hex): Hex {
  return pad(value, { size: 32 }).toLowerCase() as Hex
}

function addressOf(word: Hex): Hex {
  return `0x${word.slice(-40)}`
}

/** The slot in which Solidity keeps a mapping's value. */
function mapped(key: Hex, slot: Hex): Hex {
  return keccak256(concatHex([key, slot]))
}

function after(slot: Hex, offset: number): Hex {
  return numberToHex((BigInt(slot) + BigInt(offset)) % 2n ** 256n, { size: 32 })
}
