/** Connects a wallet: finds it, asks for accounts, switches to the chain, loads the user info, in this order. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { isPending, isRefusal } from '@galx/protocol/walletErrors'
import { currentConfig } from '../config/configStore.ts'
import { expectFirstLoad, loadOnChain } from '../session/loadUserInfo.ts'
import { bindToken } from '../session/token.ts'
import { useAppStore, type ChainTrouble } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { readStored, writeStored } from '../state/storage.ts'
import { loadDemoWallet } from './demoWallet.ts'
import { discover, LATE_WALLET_WAIT, currentWallets } from './discovery.ts'
import { withTimeout, READ_TIMEOUT, SILENT_AFTER, WalletTimeoutError } from './answerTimeout.ts'
import { ACCEPTED_CHAINS, readChainId, switchChain } from './switchChain.ts'
import { askForWallet, useWalletStore, type Eip1193Provider, type WalletCandidate } from './walletStore.ts'
import { firstAccount, watchWallet } from './watchWallet.ts'
import { walletTexts } from './texts.ts'

export const LAST_WALLET_KEY = 'galx_wallet'
/** Milliseconds to wait for a real wallet, if there is a demo wallet. A real wallet that appears later takes over (lateWallet). */
const DEMO_WAIT = 600

export type ConnectOutcome =
  'connected' | 'wrongChain' | 'refused' | 'failed' | 'unsupported' | 'silent' | 'pending'

let inFlight: Promise<ConnectOutcome> | null = null

/**
 * Connects a wallet on the person's request; the user sees every outcome but success. One attempt at a time: a second call
 * waits for the running attempt. A wallet that does not answer ends the attempt as `silent`; its late answer is still used.
 * Without any wallet, the app shows the ways to open the page in a wallet.
 */
export async function connectWallet(): Promise<ConnectOutcome> {
  const outcome = await attempt()
  if (outcome === 'unsupported') useWalletStore.setState({ offering: true })
  return outcome
}

function attempt(): Promise<ConnectOutcome> {
  inFlight ??= run(currentConfig())
    .catch(() => settle('failed', walletTexts.current().connectFailed))
    .finally(() => {
      inFlight = null
    })
  return inFlight
}

/**
 * Runs on a navigation while no address is known. Starts a connection, but never repeats a request that the person has not
 * granted: after a refusal, or while a request is still open in the wallet, only takes an account that the wallet names
 * without asking. After a disconnection, does nothing.
 */
export async function connectOnNavigation(): Promise<void> {
  const { connection } = useAppStore.getState()
  if (connection === 'disconnected') return
  if (connection === 'refused' || connection === 'silent' || connection === 'pending')
    return takeKnownAccount()
  if (connection === 'unsupported' && currentWallets(currentConfig().wallets).accepted.length === 0) return
  await attempt()
}

/** The account that a wallet names without asking the person. */
async function takeKnownAccount(): Promise<void> {
  const last = readStored(LAST_WALLET_KEY)
  const { accepted } = currentWallets(currentConfig().wallets)
  const candidate = accepted.length === 1 ? accepted[0] : accepted.find(({ id }) => id === last)
  if (candidate === undefined) return
  const accounts = withTimeout(candidate.provider.request({ method: 'eth_accounts' }), READ_TIMEOUT)
  await acceptLateAccounts(candidate, accounts)
}

async function run(config: WebConfig): Promise<ConnectOutcome> {
  const texts = walletTexts.current()
  const candidate = await findWallet(config)
  if (candidate === 'unsupported') return settle('unsupported', texts.unsupported, 'error')
  if (candidate === null) return settle('refused')

  return connectTo(candidate, config)
}

async function connectTo(candidate: WalletCandidate, config: WebConfig): Promise<ConnectOutcome> {
  const texts = walletTexts.current()
  useAppStore.setState({ connection: 'connecting' })
  watchForAccounts(candidate)
  let account: `0x${string}` | null
  try {
    const accounts = candidate.provider.request({ method: 'eth_requestAccounts' })
    const late = candidate.id === 'demo' ? await lateWallet(config, accounts) : null
    if (late !== null) return connectTo(late, config)
    account = firstAccount(
      await withTimeout(accounts, SILENT_AFTER, (answer) => void acceptLateAccounts(candidate, answer)),
    )
  } catch (error) {
    if (error instanceof WalletTimeoutError) return settle('silent')
    if (isPending(error)) return settle('pending')
    return isRefusal(error)
      ? settle('refused', texts.connectRefused, 'info')
      : settle('failed', texts.connectFailed, 'error')
  }
  if (account === null) return settle('failed', texts.connectFailed, 'error')
  return enter(candidate, account)
}

/** The wallet has named the account. The account is connected from here on. */
function enter(candidate: WalletCandidate, account: `0x${string}`): Promise<ConnectOutcome> {
  writeStored(LAST_WALLET_KEY, candidate.id)
  bindToken(account)
  useWalletStore.setState({ connected: candidate })
  useAppStore.setState({ address: account })
  expectFirstLoad()
  watchWallet(candidate.provider)
  return enterChain()
}

/**
 * Connects an account that the wallet names after the app has stopped waiting, unless an account is connected by then. The address alone
 * only lets the app read.
 */
async function acceptLateAccounts(candidate: WalletCandidate, answer: Promise<unknown>): Promise<void> {
  let account: `0x${string}` | null = null
  try {
    account = firstAccount(await answer)
  } catch (error) {
    if (isRefusal(error) && useAppStore.getState().connection === 'silent')
      settle('refused', walletTexts.current().connectRefused, 'info')
  }
  const { address, connection } = useAppStore.getState()
  if (account !== null && address === null && connection !== 'disconnected') await enter(candidate, account)
}

const watchedForAccounts = new WeakSet<object>()

/** Listens for accounts that no promise of this page receives: granted in the wallet's own window, or in answer to an earlier page's request. */
function watchForAccounts(candidate: WalletCandidate): void {
  const { provider } = candidate
  if (watchedForAccounts.has(provider)) return
  watchedForAccounts.add(provider)
  provider.on?.('accountsChanged', (accounts: unknown) => {
    const { connection } = useAppStore.getState()
    if (connection === 'silent' || connection === 'pending' || connection === 'refused')
      void acceptLateAccounts(candidate, Promise.resolve(accounts))
  })
}

let entering: Promise<ConnectOutcome> | null = null

/**
 * Switches the connected wallet to the chain, then begins to load the user info. Also leads out of the state `wrongChain`. One attempt
 * at a time.
 */
export function enterChain(): Promise<ConnectOutcome> {
  entering ??= bringToChain().finally(() => {
    entering = null
  })
  return entering
}

async function bringToChain(): Promise<ConnectOutcome> {
  const texts = walletTexts.current()
  const config = currentConfig()
  const provider = useWalletStore.getState().connected?.provider
  if (provider === undefined) return settle('failed', texts.connectFailed, 'error')
  let trouble: ChainTrouble | null = null
  try {
    await switchChain(provider, config, () => void onLateSwitch(provider))
  } catch (error) {
    trouble = troubleOf(error)
  }
  const walletChainId = await readChainId(provider)
  // The wallet may have been disconnected meanwhile.
  if (useWalletStore.getState().connected?.provider !== provider) return 'refused'
  useAppStore.setState({ walletChainId })
  // Ignore the error: a wallet that is on the chain needs no switch.
  if (walletChainId === config.chainId) trouble = null
  else if (trouble === null && walletChainId !== null && !ACCEPTED_CHAINS.includes(walletChainId))
    trouble = 'failed'
  if (trouble !== null) {
    useAppStore.setState({ chainTrouble: trouble })
    if (trouble === 'silent' || trouble === 'pending') return settle('wrongChain')
    return trouble === 'refused'
      ? settle('wrongChain', texts.switchRefused, 'info')
      : settle('wrongChain', texts.switchFailed, 'error')
  }
  settle('connected')
  // Not awaited: a transaction may wait for this function, and no server may delay a transaction.
  void loadOnChain()
  return 'connected'
}

function troubleOf(error: unknown): ChainTrouble {
  if (error instanceof WalletTimeoutError) return 'silent'
  if (isPending(error)) return 'pending'
  return isRefusal(error) ? 'refused' : 'failed'
}

/** Handles a late answer to a switch request: the wallet's present chain decides. */
async function onLateSwitch(provider: Eip1193Provider): Promise<void> {
  const walletChainId = await readChainId(provider)
  const { connection } = useAppStore.getState()
  if (useWalletStore.getState().connected?.provider !== provider || connection !== 'wrongChain') return
  if (walletChainId !== currentConfig().chainId) {
    useAppStore.setState({ walletChainId, chainTrouble: 'failed' })
    return
  }
  useAppStore.setState({ walletChainId })
  settle('connected')
  await loadOnChain()
}

function settle(outcome: ConnectOutcome, message?: string, kind: 'info' | 'error' = 'error'): ConnectOutcome {
  useAppStore.setState({ connection: outcome })
  if (message !== undefined) notify(message, { kind })
  return outcome
}

/** The wallet to connect; null if the user closed the choice. */
async function findWallet(config: WebConfig): Promise<WalletCandidate | 'unsupported' | null> {
  useAppStore.setState({ connection: 'searching' })
  const { accepted, foreign } = await discover(
    config.wallets,
    config.demoWallet ? DEMO_WAIT : LATE_WALLET_WAIT,
  )
  useWalletStore.setState({ candidates: accepted })
  const [first] = accepted
  if (first === undefined) return config.demoWallet && !foreign ? demoWallet(config) : 'unsupported'
  if (accepted.length === 1) return first
  const last = readStored(LAST_WALLET_KEY)
  const again = accepted.find(({ id }) => id === last)
  if (again) return again
  useAppStore.setState({ connection: 'choosing' })
  return askForWallet(accepted)
}

/** The demo wallet, unless a real wallet appears while the demo wallet's code loads. */
async function demoWallet(config: WebConfig): Promise<WalletCandidate> {
  const { openDemoWallet } = await loadDemoWallet()
  const late = currentWallets(config.wallets).accepted[0]
  return late ?? openDemoWallet(config)
}

/**
 * Finds a real wallet that appears while the demo wallet waits for the person's answer, and closes the demo wallet's question.
 * @returns null if the person answers the demo wallet first, or if the time for late wallets is over
 */
async function lateWallet(config: WebConfig, answer: Promise<unknown>): Promise<WalletCandidate | null> {
  const answered = Symbol('answered')
  const settled = answer.then(
    () => answered,
    () => answered,
  )
  const found = await Promise.race([settled, discover(config.wallets, LATE_WALLET_WAIT - DEMO_WAIT)])
  const late = typeof found === 'symbol' ? undefined : found.accepted[0]
  if (late === undefined) return null
  const { withdrawQuestions } = await loadDemoWallet()
  withdrawQuestions()
  return late
}
