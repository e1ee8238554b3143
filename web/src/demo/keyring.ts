/** The demo wallet's burner keys and what it remembers, in local storage, so that they survive a reload. */
import type { HexString } from '@galx/protocol/webConfig'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { readStored, writeStored } from '../state/storage.ts'

const KEY = 'galx_demoWallet'

export interface Keyring {
  keys: HexString[]
  selected: number
  /** whether the site may see the accounts without asking again */
  permitted: boolean
  /** the chain the wallet is on; like any new wallet it begins on Ethereum and has to be switched */
  chainId: number
}

/** Two accounts, so that an invitation can be tried out by one person. */
export function loadKeyring(): Keyring {
  const stored = parseKeyring(readStored(KEY))
  if (stored) return stored
  const keyring: Keyring = {
    keys: [generatePrivateKey(), generatePrivateKey()],
    selected: 0,
    permitted: false,
    chainId: 1,
  }
  saveKeyring(keyring)
  return keyring
}

export function saveKeyring(keyring: Keyring): void {
  writeStored(KEY, JSON.stringify(keyring))
}

export function selectedAccount({ keys, selected }: Keyring): PrivateKeyAccount {
  return privateKeyToAccount(keys[selected] as HexString)
}

function parseKeyring(text: string | null): Keyring | null {
  try {
    const value = JSON.parse(text ?? 'null') as Keyring | null
    const valid =
      value !== null &&
      Array.isArray(value.keys) &&
      value.keys.every((key) => /^0x[0-9a-f]{64}$/.test(key)) &&
      value.keys[value.selected] !== undefined
    return valid ? value : null
  } catch {
    return null
  }
}
