/**
 * The login token, in state and in local storage. The token is bound to its account: another account never
 * sends it. The account is stored under its own key, because `set_userToken` holds only the token.
 * All tabs share the storage, and each tab may have another account: a tab uses the token only while the token belongs to the tab's account.
 */
import { useAppStore } from '../state/appStore.ts'
import { readStored, removeStored, TOKEN_KEY, writeStored } from '../state/storage.ts'

const OWNER_KEY = 'galx_tokenAddress'

/** Stores a new token of `address`. */
export function keepToken(token: string, address: string): void {
  // Removed first, so that the storage never pairs the new token with the old owner: another tab would send the token for that owner.
  removeStored(TOKEN_KEY)
  writeStored(OWNER_KEY, address.toLowerCase())
  writeStored(TOKEN_KEY, token)
  show(token)
}

/** Signs out in this tab. A token that another tab has stored for its own account stays in storage. */
export function clearToken(): void {
  if (usableToken() !== null) {
    removeStored(TOKEN_KEY)
    removeStored(OWNER_KEY)
  }
  show(null)
}

/** Shows the token of an earlier visit at start, before the account is known. */
export function restoreToken(): void {
  show(readStored(TOKEN_KEY))
}

/** Called once the account is known: drops the token of another account. */
export function bindToken(address: string): void {
  const owner = readStored(OWNER_KEY)
  if (owner !== null && owner !== address.toLowerCase()) clearToken()
}

/**
 * The token that a request may send: the connected account's token, or a token without an owner. While this tab has no account, a token
 * with an owner is sent only if this tab already holds that token: another tab may have stored a newer token since.
 */
export function usableToken(): string | null {
  const token = readStored(TOKEN_KEY)
  const owner = readStored(OWNER_KEY)
  const { address, userToken } = useAppStore.getState()
  const own = owner === null || (address === null ? token === userToken : owner === address)
  return own ? token : null
}

/** Keeps the state in step with the token that other tabs store, and with the account that is connected in this tab. */
export function followToken(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY || key === OWNER_KEY) follow()
  })
  useAppStore.subscribe(({ address }, before) => {
    if (address !== before.address) follow()
  })
}

function follow(): void {
  const token = usableToken()
  if (token !== useAppStore.getState().userToken) show(token)
}

function show(userToken: string | null): void {
  useAppStore.setState(
    userToken === null
      ? { userToken, signInStatus: 'signedOut' }
      : { userToken, signInStatus: 'signedIn', accountChanged: false },
  )
}
