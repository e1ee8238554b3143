/** Disconnects the wallet on the person's request. */
import { signOut } from '../session/signOut.ts'
import { removeStored } from '../state/storage.ts'
import { LAST_WALLET_KEY } from './connect.ts'
import { withTimeout, READ_TIMEOUT } from './answerTimeout.ts'
import { useWalletStore } from './walletStore.ts'
import { leaveWallet } from './watchWallet.ts'

/**
 * Signs out and forgets the wallet. Asks the wallet to revoke the site's permission. Some wallets cannot revoke it, but the app
 * does not use the permission before the person presses connect.
 */
export async function disconnect(): Promise<void> {
  const signedOut = signOut()
  const provider = useWalletStore.getState().connected?.provider
  removeStored(LAST_WALLET_KEY)
  leaveWallet('disconnected')
  await signedOut
  if (provider === undefined) return
  const revoked = provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  await withTimeout(revoked, READ_TIMEOUT).catch(() => {})
}
