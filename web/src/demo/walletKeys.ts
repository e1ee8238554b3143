/** The demo wallet's keys in use: created at the first connection, stored after each change. */
import type { HexString } from '@galx/protocol/webConfig'
import { createKeyring, type Keyring, loadKeyring, saveKeyring } from './keyring.ts'
import { ProviderError } from './questions.ts'

export type WalletKeys = ReturnType<typeof createWalletKeys>

export function createWalletKeys() {
  let keyring = loadKeyring()

  /** The keys are created when the user first connects, not when the page opens. */
  const change = async (part: Partial<Keyring>) => {
    keyring = { ...(keyring ?? (await createKeyring())), ...part }
    saveKeyring(keyring)
  }
  const address = () => keyring?.addresses[keyring.selected] as HexString
  const permitted = () => keyring?.permitted === true
  const own = (given: unknown): HexString => {
    if (!permitted()) throw new ProviderError(4100, 'The site is not connected to the demo wallet')
    if (typeof given !== 'string' || given.toLowerCase() !== address())
      throw new ProviderError(4100, 'This account is not selected')
    return address()
  }

  return {
    keyring: () => keyring,
    change,
    /** the selected account's address; there is no address before the first connection */
    address,
    /** the site may see the selected account */
    permitted,
    chainId: () => keyring?.chainId ?? 1,
    /** one of the accounts, to sign with: by now another account may be selected */
    account: async (of: HexString) =>
      (await import('./accounts.ts')).accountOf(keyring?.keys[keyring.addresses.indexOf(of)] as HexString),
    /** @returns the selected account's address @throws ProviderError 4100 if the site may not use this account */
    own,
    /** @returns whether another account is selected now */
    select: (selected: number) => {
      if (keyring === null || selected === keyring.selected || keyring.keys[selected] === undefined)
        return false
      keyring = { ...keyring, selected }
      saveKeyring(keyring)
      return true
    },
  }
}
