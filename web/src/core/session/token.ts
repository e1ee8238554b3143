/**
 * The login token, in state and in local storage. It is bound to the account it was given to: another account never
 * sends it. The account is stored under a key of its own, because `set_userToken` holds the token and nothing else.
 * All tabs share the storage, and each may have another account: a tab uses the token only while it is its account's.
 */
import { useAppStore } from '../state/appStore.ts'
import { readStored, removeStored, TOKEN_KEY, writeStored } from '../state/storage.ts'

const OWNER_KEY = 'galx_tokenAddress'

/** Keeps a fresh token of `address`. */
export function keepToken(token: string, address: string): void {
  // Never the new token beside the old owner: another tab would send it as the old owner's.
  removeStored(TOKEN_KEY)
  writeStored(OWNER_KEY, address.toLowerCase())
  writeStored(TOKEN_KEY, token)
  show(token)
}

/** Signs out here. A token that another tab has kept for its own account stays in storage. */
export function clearToken(): void {
  if (usableToken() !== null) {
    removeStored(TOKEN_KEY)
    removeStored(OWNER_KEY)
  }
  show(null)
}

/** At start: the token of an earlier visit, until the wallet names its account. */
export function restoreToken(): void {
  show(readStored(TOKEN_KEY))
}

/** Once the account is known: a token that was given to another one is dropped. */
export function bindToken(address: string): void {
  const owner = readStored(OWNER_KEY)
  if (owner !== null && owner !== address.toLowerCase()) clearToken()
}

/**
 * The token that a request may send: the connected account's, or one without an owner. Before the wallet has named an
 * account, the one this tab has taken up; not one that another tab has put in its place.
 */
export function usableToken(): string | null {
  const token = readStored(TOKEN_KEY)
  const owner = readStored(OWNER_KEY)
  const { address, userToken } = useAppStore.getState()
  const own = owner === null || (address === null ? token === userToken : owner === address)
  return own ? token : null
}

/** Has the state follow what another tab does with the stored token, and the account that is connected here. */
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
