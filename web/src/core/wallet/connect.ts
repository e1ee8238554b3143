/** Connecting a wallet: find it, ask for accounts, switch to the chain, load the user info, in that order. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { currentConfig } from '../config/configStore.ts'
import { loadUserInfo } from '../session/loadUserInfo.ts'
import { bindToken } from '../session/token.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { readStored, writeStored } from '../state/storage.ts'
import { loadDemoWallet } from './demoWallet.ts'
import { discover, LATE_WALLET_WAIT, look } from './discovery.ts'
import { isRefusal } from './eip1193.ts'
import { ACCEPTED_CHAINS, readChainId, switchChain } from './switchChain.ts'
import { askForWallet, useWalletStore, type WalletCandidate } from './walletStore.ts'
import { firstAccount, watchWallet } from './watchWallet.ts'
import { walletTexts } from './texts.ts'

const LAST_WALLET_KEY = 'galx_wallet'
/** Where there is a demo wallet, the app waits less long for a real one; one that comes later takes over (lateWallet). */
const DEMO_WAIT = 600

export type ConnectOutcome = 'connected' | 'wrongChain' | 'refused' | 'failed' | 'unsupported'

let underWay: Promise<ConnectOutcome> | null = null

/**
 * Connects a wallet; a message says every outcome but success. One attempt at a time: a call meanwhile waits for
 * the one under way.
 */
export function connectWallet(): Promise<ConnectOutcome> {
  underWay ??= run(currentConfig()).finally(() => {
    underWay = null
  })
  return underWay
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
  let account: `0x${string}` | null
  try {
    const accounts = candidate.provider.request({ method: 'eth_requestAccounts' })
    const late = candidate.id === 'demo' ? await lateWallet(config, accounts) : null
    if (late !== null) return connectTo(late, config)
    account = firstAccount(await accounts)
  } catch (error) {
    return isRefusal(error)
      ? settle('refused', texts.connectRefused, 'info')
      : settle('failed', texts.connectFailed, 'error')
  }
  if (account === null) return settle('failed', texts.connectFailed, 'error')

  writeStored(LAST_WALLET_KEY, candidate.id)
  bindToken(account)
  useWalletStore.setState({ connected: candidate })
  useAppStore.setState({ address: account })
  watchWallet(candidate.provider)
  return enterChain()
}

/** Brings the connected wallet to the chain, then loads the user info. Also the way out of `wrongChain`. */
export async function enterChain(): Promise<ConnectOutcome> {
  const texts = walletTexts.current()
  const provider = useWalletStore.getState().connected?.provider
  if (provider === undefined) return settle('failed', texts.connectFailed, 'error')
  try {
    await switchChain(provider, currentConfig())
  } catch (error) {
    useAppStore.setState({ walletChainId: await readChainId(provider) })
    return isRefusal(error)
      ? settle('wrongChain', texts.switchRefused, 'info')
      : settle('wrongChain', texts.switchFailed, 'error')
  }
  const walletChainId = await readChainId(provider)
  useAppStore.setState({ walletChainId })
  if (
    walletChainId !== null &&
    !ACCEPTED_CHAINS.includes(walletChainId) &&
    walletChainId !== currentConfig().chainId
  )
    return settle('wrongChain', texts.switchFailed, 'error')
  settle('connected')
  await loadUserInfo({ firstLoad: true })
  return 'connected'
}

function settle(outcome: ConnectOutcome, message?: string, kind: 'info' | 'error' = 'error'): ConnectOutcome {
  useAppStore.setState({ connection: outcome })
  if (message !== undefined) notify(message, { kind })
  return outcome
}

/** The wallet to connect; null when the user closed the choice. */
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

/** The demo wallet, unless a real one appears while its code is loaded. */
async function demoWallet(config: WebConfig): Promise<WalletCandidate> {
  const { openDemoWallet } = await loadDemoWallet()
  const late = look(config.wallets).accepted[0]
  return late ?? openDemoWallet(config)
}

/**
 * A real wallet that appears while the demo wallet still waits for its answer: the demo wallet's question is withdrawn.
 * @returns null when the demo wallet is answered first, or the time for late wallets is over
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
