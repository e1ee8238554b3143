/** Handles later announcements of the connected wallet: another account, another chain, the end of the connection. */
import { errorCode } from '@galx/protocol/walletErrors'
import { currentConfig } from '../config/configStore.ts'
import { loadOnChain, loadUserInfo } from '../session/loadUserInfo.ts'
import { clearToken } from '../session/token.ts'
import { useAppStore } from '../state/appStore.ts'
import { navigate, notify } from '../state/effects.ts'
import { clearGenesisCache } from './genesis.ts'
import { ACCEPTED_CHAINS, parseChainId, readChainId } from './switchChain.ts'
import { useWalletStore, type Eip1193Provider } from './walletStore.ts'
import { walletTexts } from './texts.ts'

/** The wallet's extension has stopped or was updated, and does not answer until the page is reloaded. Other codes are temporary. */
const GONE = 1011

const watched = new WeakSet<Eip1193Provider>()

/** Listens to the wallet's events, once for each provider. Ignores events of a wallet that is no longer connected. */
export function watchWallet(provider: Eip1193Provider): void {
  if (watched.has(provider) || provider.on === undefined) return
  watched.add(provider)
  const ifConnected =
    (listener: (payload: unknown) => void) =>
    (payload: unknown): void => {
      if (useWalletStore.getState().connected?.provider === provider) listener(payload)
    }
  provider.on(
    'accountsChanged',
    ifConnected((accounts) => void onAccounts(provider, accounts)),
  )
  provider.on(
    'chainChanged',
    ifConnected((chainId) => void onChain(provider, chainId)),
  )
  provider.on(
    'disconnect',
    ifConnected((error) => {
      if (errorCode(error) === GONE) leaveWallet('disconnected')
    }),
  )
}

/** The first of a wallet's list of accounts, lower case; null for an empty list or a value that is not an address. */
export function firstAccount(accounts: unknown): `0x${string}` | null {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  return typeof first === 'string' && /^0x[0-9a-fA-F]{40}$/.test(first)
    ? (first.toLowerCase() as `0x${string}`)
    : null
}

async function onAccounts(provider: Eip1193Provider, payload: unknown): Promise<void> {
  // Some wallets announce a change without its value, so the app asks for the value.
  const accounts = Array.isArray(payload)
    ? payload
    : await provider.request({ method: 'eth_accounts' }).catch(() => null)
  if (useWalletStore.getState().connected?.provider !== provider) return
  const address = firstAccount(accounts)
  const { address: known, userInfo } = useAppStore.getState()
  if (address === null) {
    // The wallet was locked, or the permission was revoked. The token stays in storage, bound to its account.
    leaveWallet('refused')
    return
  }
  if (address === known) return
  clearToken()
  useAppStore.setState({ ...forgotten, address, accountChanged: true })
  if (address !== (userInfo?.address ?? known)) navigate('/start')
  void loadUserInfo()
}

/**
 * Clears the connection. No navigation asks the wallet again.
 * @param connection `refused`: the app still takes an account that the wallet names without asking; `disconnected`: the app takes no account
 */
export function leaveWallet(connection: 'refused' | 'disconnected'): void {
  useWalletStore.setState({ connected: null })
  useAppStore.setState(({ signInStatus }) => ({
    ...forgotten,
    // Ends a running sign-in, whose outcome would belong to no account.
    ...(signInStatus === 'signing' && { signInStatus: 'signedOut' }),
    address: null,
    connection,
    walletChainId: null,
    accountChanged: false,
  }))
}

/** Clears the former account's state. The chain store clears the balances. */
const forgotten = { userInfo: null, userInfoStatus: 'unknown' } as const

async function onChain(provider: Eip1193Provider, payload: unknown): Promise<void> {
  clearGenesisCache(provider)
  const walletChainId = parseChainId(payload) ?? (await readChainId(provider))
  if (walletChainId === null || useWalletStore.getState().connected?.provider !== provider) return
  const accepted = ACCEPTED_CHAINS.includes(walletChainId) || walletChainId === currentConfig().chainId
  const before = useAppStore.getState().connection
  useAppStore.setState({ walletChainId })
  if (!accepted) {
    useAppStore.setState({ connection: 'wrongChain', chainTrouble: 'elsewhere' })
    notify(walletTexts.current().switchFailed, { kind: 'error' })
  } else if (before === 'wrongChain') {
    useAppStore.setState({ connection: 'connected' })
    void loadOnChain()
  }
}
