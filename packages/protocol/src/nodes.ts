/** The configured nodes of the chain, by URL. */

/** The node to which a URL leads: the URL without its user and without the part after `#`. @throws TypeError for text that is not a URL */
function placeOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

/**
 * A node that is configured under two URLs cannot confirm itself.
 * @param urls of nodes
 * @returns the first URL that leads to the same node as an earlier URL; null: none
 * @throws TypeError for text that is not a URL
 */
export function nodeNamedTwice(urls: readonly string[]): string | null {
  const places = urls.map(placeOf)
  return urls.find((_, index) => places.indexOf(places[index]!) < index) ?? null
}

/**
 * Public nodes of BNB Smart Chain that refuse `eth_getLogs` of any size, with the words of a rate limit. `*` stands for
 * letters, digits and hyphens.
 */
const SEEDS_WITHOUT_LOGS = [
  'bsc-dataseed*.binance.org',
  'bsc-dataseed*.bnbchain.org',
  'bsc-dataseed*.defibit.io',
  'bsc-dataseed*.ninicoin.io',
  'bsc-dataseed*.nariox.org',
  'bsc-testnet-dataseed.bnbchain.org',
  'data-seed-prebsc-*.binance.org',
  'data-seed-prebsc-*.bnbchain.org',
  'bsc.nodereal.io',
].map((name) => new RegExp(`^${name.replace(/\./g, '\\.').replace('*', '[a-z0-9-]*')}$`, 'i'))

/** Whether the host is a public node that never serves logs. */
export function isSeedWithoutLogs(host: string): boolean {
  return SEEDS_WITHOUT_LOGS.some((name) => name.test(host))
}
