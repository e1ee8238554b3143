/**
 * Finds the wallets of this browser: EIP-6963 announcements first, then the places where wallets inject themselves. Only
 * looks: sends no request to a wallet.
 */
import type { WalletId } from '@galx/protocol/webConfig'
import { WALLET_NAMES, walletByAnnouncement, walletByFlags } from './recognise.ts'
import type { Eip1193Provider, WalletCandidate } from './walletStore.ts'

/** Milliseconds to wait for a wallet: a wallet may inject itself seconds after the page has loaded. */
export const LATE_WALLET_WAIT = 3_000
/** Milliseconds to wait for more wallets after the first, so that all are offered together. */
const SETTLE = 100
const POLL_INTERVAL = 50

export type Discovery = {
  /** accepted by the configuration, best first */
  accepted: WalletCandidate[]
  /** whether anything else is injected */
  foreign: boolean
}

type Announcement = {
  info?: { rdns?: unknown; name?: unknown; icon?: unknown }
  provider?: unknown
}

const announced = new Map<Eip1193Provider, Announcement['info']>()
let listening = false

/** Starts to collect announcements, and asks the wallets to repeat earlier announcements. */
function listen(): void {
  if (!listening) {
    listening = true
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = ((event as CustomEvent).detail ?? {}) as Announcement
      if (isProvider(provider) && info !== undefined) announced.set(provider, info)
    })
  }
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The wallets present at this moment. */
export function currentWallets(wallets: readonly WalletId[]): Discovery {
  listen()
  const accepted: WalletCandidate[] = []
  const seen = new Set<Eip1193Provider>()
  let foreign = false
  const take = (provider: Eip1193Provider, id: WalletId | null, name?: unknown, icon?: unknown) => {
    if (seen.has(provider)) return
    seen.add(provider)
    if (id === null || !wallets.includes(id)) {
      foreign = true
      return
    }
    // The same wallet is often found in two places, as two objects.
    if (accepted.some((candidate) => candidate.id === id)) return
    accepted.push({
      id,
      name: typeof name === 'string' && name !== '' ? name : WALLET_NAMES[id],
      // Only data URIs: an icon's URL would cause a request to a third party.
      icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
      provider,
    })
  }
  for (const [provider, info] of announced)
    take(provider, walletByAnnouncement(String(info?.rdns ?? ''), provider), info?.name, info?.icon)
  for (const [provider, known] of injected()) take(provider, known ?? walletByFlags(provider))
  return { accepted, foreign }
}

/** The places where wallets inject themselves, with the wallet if the place alone identifies it. */
function injected(): [Eip1193Provider, WalletId | null][] {
  const page = window as unknown as {
    ethereum?: Eip1193Provider & { providers?: unknown }
    binancew3w?: { ethereum?: unknown }
    okxwallet?: unknown
    tokenpocket?: { ethereum?: unknown }
  }
  const several = Array.isArray(page.ethereum?.providers) ? (page.ethereum.providers as unknown[]) : []
  const places: [unknown, WalletId | null][] = [
    ...several.map((provider): [unknown, null] => [provider, null]),
    // If there is a list of providers, window.ethereum is a member of the list or a proxy for its members.
    ...(several.length === 0 ? [[page.ethereum, null] as [unknown, null]] : []),
    [page.binancew3w?.ethereum, 'binance'],
    [page.okxwallet, 'okx'],
    [page.tokenpocket?.ethereum, 'tokenpocket'],
  ]
  return places.filter((place): place is [Eip1193Provider, WalletId | null] => isProvider(place[0]))
}

/**
 * Waits for an accepted wallet, for at most `wait` milliseconds; looks once more after the first find.
 * @returns all wallets found in the end, possibly none
 */
export async function discover(
  wallets: readonly WalletId[],
  wait: number = LATE_WALLET_WAIT,
): Promise<Discovery> {
  const until = performance.now() + wait
  let found = currentWallets(wallets)
  while (found.accepted.length === 0 && performance.now() < until) {
    await pause(POLL_INTERVAL)
    found = currentWallets(wallets)
  }
  if (found.accepted.length === 0) return found
  await pause(SETTLE)
  return currentWallets(wallets)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function isProvider(value: unknown): value is Eip1193Provider {
  return (
    typeof value === 'object' && value !== null && typeof (value as Eip1193Provider).request === 'function'
  )
}
