/**
 * A node's address. Providers put their keys into the path, the query, or before an @. A log therefore shows only the scheme and
 * the host. Only the request itself contains the rest.
 */
export type NodeAddress = {
  /** for logs, such as `https://node.example:8545` */
  name: string
  /** without user and password */
  url: string
  /** additional headers of the request */
  headers: Readonly<Record<string, string>>
}

/** @param text an http(s) URL; its user and password become an Authorization header, because fetch accepts none in a URL */
export function nodeAddress(text: string): NodeAddress {
  const url = new URL(text)
  const name = url.origin
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (url.username !== '' || url.password !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`
    url.username = ''
    url.password = ''
  }
  return { name, url: url.href, headers }
}
