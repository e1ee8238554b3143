import { ApiError } from '../core/api/client.ts'
import { bindInviter } from '../core/api/mainApi.ts'
import type { Refusal } from '../core/api/refusal.ts'
import { takeUserInfo } from '../core/session/loadUserInfo.ts'
import { connectWallet, signIn } from '../core/wallet/connectWallet.ts'
import { useAppStore } from '../core/state/appStore.ts'

export type BindOutcome =
  | { status: 'bound' }
  /** by the server: unknown code, the account's own code, a cycle, already bound */
  | { status: 'refused'; refusal: Refusal }
  /** not connected, not signed in, or the server could not be reached; a message has said so */
  | { status: 'stopped' }

/** Binds the connected account to the inviter behind `code`; connects and signs in first if needed. */
export async function bind(code: string): Promise<BindOutcome> {
  if (useAppStore.getState().address === null && (await connectWallet()) !== 'connected')
    return { status: 'stopped' }
  if (useAppStore.getState().userToken === null && !(await signIn())) return { status: 'stopped' }
  const { address } = useAppStore.getState()
  try {
    const userInfo = await bindInviter(code)
    if (useAppStore.getState().address === address) takeUserInfo(userInfo)
    return { status: 'bound' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.kind === 'refused' ? { status: 'refused', refusal: error } : { status: 'stopped' }
  }
}
