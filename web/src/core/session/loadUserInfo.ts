import { getUserInfo } from '../api/mainApi.ts'
import { ApiError } from '../api/apiError.ts'
import { useAppStore, type UserInfo } from '../state/appStore.ts'
import { navigate } from '../state/effects.ts'
import { INVITE_CODE_KEY, readStored } from '../state/storage.ts'
import { hasOpenTransaction, useTransactionStore } from '../transactions/transactionStore.ts'

/** whether the connection is still without its first load */
let firstLoadDue = false

/** A wallet has been connected: its first load is to come. */
export function expectFirstLoad(): void {
  firstLoadDue = true
}

/**
 * Reads the user info once the wallet is on the chain. The first load of a connection leads an account without an inviter
 * that came with an invite code to /community, but never away from a transaction.
 */
export async function loadOnChain(): Promise<void> {
  const info = await loadUserInfo()
  if (info === null || !firstLoadDue || hasOpenTransaction(useTransactionStore.getState())) return
  firstLoadDue = false
  if (!info.FAddress && readStored(INVITE_CODE_KEY)) navigate('/community')
}

/** Counts the requests; and which of them the state's user info is from. A slow server may answer in another order. */
let asked = 0
let taken = 0

/** Puts newer user info into the state than any that was asked for: answers that are still under way change nothing. */
export function takeUserInfo(userInfo: UserInfo): void {
  taken = asked
  useAppStore.setState({ userInfo, userInfoStatus: 'loaded' })
}

/**
 * Reads the connected account's user info into the state, unless it has come from a newer request meanwhile.
 * @returns the info; null without an account, when the account changed meanwhile, or when the server gave none (the client shows why)
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

/** Milliseconds that a transaction waits for a server's user info. */
const USER_INFO_TIMEOUT = 5_000

/**
 * The account's user info: from the state, else from a request within USER_INFO_TIMEOUT: no server may delay a
 * transaction.
 * @returns null when no server answers
 */
export async function knownUserInfo(account: string): Promise<UserInfo | null> {
  const { userInfo } = useAppStore.getState()
  if (userInfo?.address === account) return userInfo
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), USER_INFO_TIMEOUT))
  const info = await Promise.race([loadUserInfo(), late])
  return info?.address === account ? info : null
}

/** The call needs no token. When the stored one has just been refused and cleared, it asks again without. */
async function read(address: string): Promise<UserInfo> {
  const hadToken = useAppStore.getState().userToken !== null
  try {
    return await getUserInfo(address)
  } catch (error) {
    if (hadToken && error instanceof ApiError && error.kind === 'unauthorised') return getUserInfo(address)
    throw error
  }
}
