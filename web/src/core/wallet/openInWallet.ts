/** Links that open this app in a wallet's own browser, for a browser that has no wallet. */
import type { WalletId } from '@galx/protocol/webConfig'

/** Trust Wallet's number for BNB Smart Chain, based on SLIP-44. */
const TRUST_BSC = '20000714'
/** Each wallet's documented way to open an address in its browser. Since 2026-10-30 no link opens the browser of the Binance app. */
const LINKS: Record<WalletId, ((url: string) => string) | null> = {
  tokenpocket: (url) =>
    `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url, chain: 'BSC', source: 'GALX' }))}`,
  trust: (url) => `https://link.trustwallet.com/open_url?coin_id=${TRUST_BSC}&url=${encodeURIComponent(url)}`,
  binance: null,
  okx: (url) =>
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(
      `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(url)}`,
    )}`,
  imtoken: (url) => `imtokenv2://navigate/DappView?url=${encodeURIComponent(url)}`,
  metamask: (url) => `https://link.metamask.io/dapp/${url.replace(/^https?:\/\//, '')}`,
}

/** The link that opens `url` in the browser of `wallet`; null if the person must paste the address there. */
export function walletLink(wallet: WalletId, url: string): string | null {
  return LINKS[wallet]?.(url) ?? null
}

/**
 * The address of the present page, with the invite code as the parameter `invite` before the `#`: some wallets drop the text
 * after the `#`.
 * @param saved the code from this visit's link; a code in the present address takes precedence
 */
export function pageLink(
  location: { origin: string; pathname: string; hash: string },
  saved: string | null,
): string {
  const { origin, pathname, hash } = location
  const question = hash.indexOf('?')
  const own = new URLSearchParams(question < 0 ? '' : hash.slice(question + 1))
  const code = own.get('inviteCode') ?? own.get('invite') ?? saved
  const search = code === null || code === '' ? '' : `?invite=${encodeURIComponent(code)}`
  return `${origin}${pathname}${search}${hash}`
}
