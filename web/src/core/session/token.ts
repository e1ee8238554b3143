/**
 * The login token, in state and in local storage. It is bound to the account it was given to: another account never
 * sends it. The account is stored under a key of its own, because `set_userToken` holds the token and nothing else.
 */
import { useAppStore } from '../state/appStore.ts'
import { readStored, removeStored, TOKEN_KEY, writeStored } from '../state/storage.ts'

const OWNER_KEY = 'galx_tokenAddress'

/** Keeps a fresh token of `address`. */
export function keepToken(token: string, address: string): void {
  writeStored(TOKEN_KEY, token)
  writeStored(OWNER_KEY, address.toLowerCase())
  useAppStore.setState({ userToken: token, signInStatus: 'signedIn', accountChanged: false })
}

export function clearToken(): void {
  removeStored(TOKEN_KEY)
  removeStored(OWNER_KEY)
  useAppStore.setState({ userToken: null, signInStatus: 'signedOut' })
}

/** At start: the token of an earlier visit, until the wallet names its account. */
export function restoreToken(): void {
  const token = readStored(TOKEN_KEY)
  useAppStore.setState({ userToken: token, signInStatus: token === null ? 'signedOut' : 'signedIn' })
}

/** Once the account is known: a token that was given to another one is dropped. */
export function bindToken(address: string): void {
  const owner = readStored(OWNER_KEY)
  if (owner !== null && owner !== address.toLowerCase()) clearToken()
}
