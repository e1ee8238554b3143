import type { HexString } from '@galx/protocol/webConfig'
import { isAddress } from 'viem/utils'

/**
 * The address in a typed or pasted text, in lower case; in a link, the address that the link contains. Null without a valid address. An address in
 * mixed case with a wrong checksum is not valid, because one of its characters is wrong.
 */
export function watchedAddress(text: string): HexString | null {
  const found = /(?:^|[^0-9a-z])(0x[0-9a-f]{40})(?![0-9a-z])/i.exec(text.trim())?.[1]
  if (found === undefined) return null
  const lower = found.toLowerCase() as HexString
  const oneCase = found.slice(2) === lower.slice(2) || found.slice(2) === found.slice(2).toUpperCase()
  return oneCase || isAddress(found) ? lower : null
}

/** The route that shows an address. */
export function watchRoute(address: HexString): string {
  return `/earn?of=${address}`
}
