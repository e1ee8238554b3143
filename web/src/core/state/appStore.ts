/**
 * The one app state: every agreed field by its agreed name (the spelling `disabeldMatch` is agreed), and the status
 * of the app's actions. The actions are plain functions in other folders (wallet/, session/, transactions/machine.ts).
 */
import type { UserInfo } from '@galx/protocol/http/userInfo'
import { create } from 'zustand'
import { LOADING, type Reading } from './reading.ts'

export type { UserInfo }

/**
 * The state of the connection to a wallet. `refused` is the user's own decision, `failed` a fault. `silent`: the wallet has not
 * answered; a late answer is still used. `pending`: the wallet says that an earlier request is still open.
 * `disconnected`: the user disconnected, in the app or in the wallet; only the connect button asks again.
 */
export type ConnectionStatus =
  | 'idle'
  | 'searching'
  | 'choosing'
  | 'connecting'
  | 'connected'
  | 'refused'
  | 'failed'
  | 'unsupported'
  | 'silent'
  | 'pending'
  | 'disconnected'
  | 'wrongChain'

/** The reason why the wallet is on another chain: the wallet chose it, or the switch was declined, failed or got no answer. */
export type ChainTrouble = 'elsewhere' | 'refused' | 'failed' | 'silent' | 'pending'

/**
 * `silent`: the wallet has not answered the request to sign; a late signature is still used. `pending`: the wallet says that
 * an earlier request is still open. `wrongVersion`: the operator has signed that this version of the app is no longer safe.
 */
type SignInStatus =
  'signedOut' | 'signing' | 'signedIn' | 'refused' | 'failed' | 'silent' | 'pending' | 'wrongVersion'

/** Whether a server answers at all; a server that answers with an error is `up`. */
type ServerStatus = 'unknown' | 'up' | 'down'

/** A token amount as shown: decimal text, rounded down to 6 decimals. Exact wei are in the chain store. */
type ShownBalance = Reading<string>

export type AppState = {
  // The agreed fields
  chainId: number
  /** pixels: the greatest width of the content */
  limitWidth: number
  /** pixels: the window's width, kept up to date */
  screenWidth: number
  userToken: string | null
  userInfo: UserInfo | null
  /** lower case; null until a wallet is connected */
  address: `0x${string}` | null
  usdtBalance: ShownBalance
  aaaBalance: ShownBalance
  mcmBalance: ShownBalance
  galxBalance: ShownBalance
  /** true for ten seconds after a transaction is sent: no second transaction can be started meanwhile */
  disabeldMatch: boolean
  /** the inviter's code from this visit's link, as saved in local storage */
  inviteCode: string | null

  // Status
  connection: ConnectionStatus
  /** the wallet's chain; null while unknown */
  walletChainId: number | null
  /** the reason while the connection is `wrongChain` */
  chainTrouble: ChainTrouble
  /** the wallet's account changed in this visit, and the new account has not signed in yet */
  accountChanged: boolean
  /** the end of `disabeldMatch`, milliseconds of performance.now() */
  matchUntil: number | null
  signInStatus: SignInStatus
  userInfoStatus: 'unknown' | 'loading' | 'loaded' | 'failed'
  mainApi: ServerStatus
  btcApi: ServerStatus
  /** code that is loaded after the first paint (the chain's reader, pending transactions) did not arrive: nothing is read */
  codeMissing: boolean
  /** the host now has another version of the app */
  newVersion: boolean
}

export function initialAppState(): AppState {
  return {
    chainId: 56,
    limitWidth: 800,
    screenWidth: typeof window === 'undefined' ? 0 : window.innerWidth,
    userToken: null,
    userInfo: null,
    address: null,
    usdtBalance: LOADING,
    aaaBalance: LOADING,
    mcmBalance: LOADING,
    galxBalance: LOADING,
    disabeldMatch: false,
    inviteCode: null,
    connection: 'idle',
    walletChainId: null,
    chainTrouble: 'elsewhere',
    accountChanged: false,
    matchUntil: null,
    signInStatus: 'signedOut',
    userInfoStatus: 'unknown',
    mainApi: 'unknown',
    btcApi: 'unknown',
    codeMissing: false,
    newVersion: false,
  }
}

export const useAppStore = create<AppState>()(initialAppState)
