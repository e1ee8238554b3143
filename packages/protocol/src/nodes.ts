/** The chain's nodes as they are configured: by URL. */

/** Where a node answers. URLs that differ only in an account or in what is behind `#` lead to the same one. @throws TypeError for what is no URL */
function placeOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

/**
 * Two that are one cannot confirm each other.
 * @param urls of nodes
 * @returns the first URL that leads to the same node as one before it; null where there is none
 * @throws TypeError for what is no URL
 */
export function nodeNamedTwice(urls: readonly string[]): string | null {
  const places = urls.map(placeOf)
  return urls.find((_, index) => places.indexOf(places[index]!) < index) ?? null
}
