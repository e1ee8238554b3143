/** The steps of every navigation, including the first navigation. The shell's router calls them. */
import { loadConfig } from '../core/config/loadConfig.ts'
import { connectOnNavigation } from '../core/wallet/connectWallet.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { INVITE_CODE_KEY, writeStored } from '../core/state/storage.ts'

const LONGEST_CODE = 32

/**
 * Saves the invite code in the address bar (`invite`, before or after the `#`). Starts to connect a wallet, unless an account is
 * connected, or the address bar names an account to look at (`of`).
 * @param location `window.location`, or its `search` and `hash`
 */
export function onNavigation(location: { search: string; hash: string }): void {
  const code = inviteIn(location)
  if (code !== null) saveInviteCode(code)
  // A person who only looks at an account needs no wallet.
  if (useAppStore.getState().address === null && !/[?&]of=/.test(location.hash)) void connect()
}

/** Stores an invite code for the bind step. /start also calls this, with the `inviteCode` of a copied link. */
export function saveInviteCode(code: string): void {
  writeStored(INVITE_CODE_KEY, code)
  useAppStore.setState({ inviteCode: code })
}

/** The `invite` parameter. The parameter after the `#` takes precedence, because it belongs to this navigation. Null without a usable parameter. */
function inviteIn({ search, hash }: { search: string; hash: string }): string | null {
  const question = hash.indexOf('?')
  for (const query of [question < 0 ? '' : hash.slice(question + 1), search]) {
    const code = new URLSearchParams(query).get('invite')?.trim()
    if (code !== undefined && code !== '' && code.length <= LONGEST_CODE) return code
  }
  return null
}

async function connect(): Promise<void> {
  const config = await loadConfig()
  if (config !== null && useAppStore.getState().address === null) await connectOnNavigation()
}
