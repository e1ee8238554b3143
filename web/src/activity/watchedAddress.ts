import type { HexString } from '@galx/protocol/webConfig'
import { isAddress } from 'viem/utils'

/**
 * The address in what was typed or pasted, lower case; a link is taken for the address in it. Null where it is none: also where its letters are of
 * both cases and not those of its checksum, because a character is wrong then.
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
