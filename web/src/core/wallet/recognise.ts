/** Identifies a provider's wallet: by its EIP-6963 announcement, else by the place where it was found and by its flags. */
import type { WalletId } from '@galx/protocol/webConfig'
import type { Eip1193Provider } from './walletStore.ts'

export const WALLET_NAMES: Record<WalletId, string> = {
  tokenpocket: 'TokenPocket',
  trust: 'Trust Wallet',
  binance: 'Binance Wallet',
  okx: 'OKX Wallet',
  imtoken: 'imToken',
  metamask: 'MetaMask',
}

const RDNS: Record<string, WalletId> = {
  'pro.tokenpocket': 'tokenpocket',
  'com.trustwallet.app': 'trust',
  'com.binance.wallet': 'binance',
  'com.okex.wallet': 'okx',
  'im.token.app': 'imtoken',
  'io.metamask': 'metamask',
  'io.metamask.mobile': 'metamask',
}

// isMetaMask last: many other wallets set it too.
const FLAGS: readonly (readonly [string, WalletId])[] = [
  ['isTokenPocket', 'tokenpocket'],
  ['isTrust', 'trust'],
  ['isTrustWallet', 'trust'],
  ['isBinance', 'binance'],
  ['isOkxWallet', 'okx'],
  ['isOKExWallet', 'okx'],
  ['isImToken', 'imtoken'],
  ['isMetaMask', 'metamask'],
]

// Wallets that pose as MetaMask and that the app does not support.
const IMPOSTORS = [
  'isBraveWallet',
  'isRabby',
  'isCoinbaseWallet',
  'isBitKeep',
  'isPhantom',
  'isMathWallet',
  'isOneKey',
]

/** The wallet that a provider's flags name; null for a wallet that the app does not know. */
export function walletByFlags(provider: Eip1193Provider): WalletId | null {
  const flags = provider as unknown as Record<string, unknown>
  const found = FLAGS.find(([flag]) => flags[flag] === true)?.[1] ?? null
  return found === 'metamask' && IMPOSTORS.some((flag) => flags[flag] === true) ? null : found
}

/** The wallet of an announcement: by its rdns, or by its flags if the app does not know the rdns. */
export function walletByAnnouncement(rdns: string, provider: Eip1193Provider): WalletId | null {
  return RDNS[rdns.toLowerCase()] ?? walletByFlags(provider)
}
