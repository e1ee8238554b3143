import { getUserInfo } from '../api/mainApi.ts'
import { ApiError } from '../api/client.ts'
import { useAppStore, type UserInfo } from '../state/appStore.ts'
import { navigate } from '../state/effects.ts'
import { INVITE_CODE_KEY, readStored } from '../state/storage.ts'
import { hasOpenTransaction, useTransactionStore } from '../transactions/transactionStore.ts'

/** whether the first load of the connection is still to come */
let firstLoadDue = false

/** A wallet has been connected: the next load is its first load. */
export function expectFirstLoad(): void {
  firstLoadDue = true
}

/**
 * Reads the user info once the wallet is on the chain. On the first load of a connection, an account without an inviter
 * that came with an invite code is sent to /community, but never away from a transaction.
 */
export async function loadOnChain(): Promise<void> {
  const info = await loadUserInfo()
  if (info === null || !firstLoadDue || hasOpenTransaction(useTransactionStore.getState())) return
  firstLoadDue = false
  if (!info.FAddress && readStored(INVITE_CODE_KEY)) navigate('/community')
}

/** The number of the last request, and the number of the request that gave the state's user info. A slow server may answer out of order. */
let asked = 0
let taken = 0

/** Puts user info into the state. This info is newer than the answer to any request sent so far, so those answers are ignored. */
export function takeUserInfo(userInfo: UserInfo): void {
  taken = asked
  useAppStore.setState({ userInfo, userInfoStatus: 'loaded' })
}

/**
 * Reads the connected account's user info into the state, unless a newer request has answered meanwhile.
 * @returns the info; null without an account, if the account changed meanwhile, or if the server gave no info (the client shows the reason)
 */
export async function loadUserInfo(): Promise<UserInfo | null> {
  const { address } = useAppStore.getState()
  if (address === null) return null
  asked += 1
  const own = asked
  useAppStore.setState((state) => (state.userInfo === null ? { userInfoStatus: 'loading' } : {}))
  try {
    const answer = await read(address)
    if (useAppStore.getState().address !== address) return null
    if (own > taken) {
      taken = own
      useAppStore.setState({ userInfo: answer, userInfoStatus: 'loaded' })
    }
    return useAppStore.getState().userInfo
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (useAppStore.getState().address === address && own > taken)
      useAppStore.setState({ userInfoStatus: 'failed' })
    return null
  }
}

/** Milliseconds for which a transaction waits for a server's user info. */
const USER_INFO_TIMEOUT = 5_000

/**
 * The account's user info from the state, or else from a request. The wait ends after USER_INFO_TIMEOUT, because no server may delay a
 * transaction.
 * @returns null if no server answers
 */
export async function knownUserInfo(account: string): Promise<UserInfo | null> {
  const { userInfo } = useAppStore.getState()
  if (userInfo?.address === account) return userInfo
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), USER_INFO_TIMEOUT))
  const info = await Promise.race([loadUserInfo(), late])
  return info?.address === account ? info : null
}

/** The call needs no token. If the server refuses the token, the client clears the token, and the call is repeated without a token. */
async function read(address: string): Promise<UserInfo> {
  const hadToken = useAppStore.getState().userToken !== null
  try {
    return await getUserInfo(address)
  } catch (error) {
    if (hadToken && error instanceof ApiError && error.kind === 'unauthorised') return getUserInfo(address)
    throw error
  }
}
