/** The demo wallet's burner keys and state, in local storage, so that they survive a reload. */
import type { HexString } from '@galx/protocol/webConfig'
import { readStored, writeStored } from '../core/state/storage.ts'

const KEY = 'galx_demoWallet'
/** Two accounts, so that one person can try out an invitation. */
const ACCOUNTS = 2

export type Keyring = {
  keys: HexString[]
  /** the addresses of the keys, lower case */
  addresses: HexString[]
  selected: number
  /** whether the site may see the accounts without asking again */
  permitted: boolean
  /** the wallet's chain; like any new wallet it begins on Ethereum and must be switched */
  chainId: number
}

/** The keyring of an earlier visit; null if there is none. */
export function loadKeyring(): Keyring | null {
  try {
    const value = JSON.parse(readStored(KEY) ?? 'null') as Keyring | null
    const valid =
      value !== null &&
      Array.isArray(value.keys) &&
      Array.isArray(value.addresses) &&
      value.keys.every((key) => /^0x[0-9a-f]{64}$/.test(key)) &&
      value.addresses.length === value.keys.length &&
      value.addresses[value.selected] !== undefined
    return valid ? value : null
  } catch {
    return null
  }
}

export async function createKeyring(): Promise<Keyring> {
  const { makeKeys } = await import('./accounts.ts')
  const keyring = { ...makeKeys(ACCOUNTS), selected: 0, permitted: false, chainId: 1 }
  saveKeyring(keyring)
  return keyring
}

export function saveKeyring(keyring: Keyring): void {
  writeStored(KEY, JSON.stringify(keyring))
}
