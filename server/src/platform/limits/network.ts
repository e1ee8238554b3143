import { isIPv4 } from 'node:net'
import ipaddr, { type IPv6 } from 'ipaddr.js'

/** The number of bytes of an IPv6 address that distinguish customers: a provider gives one customer up to a /48. */
const NETWORK_BYTES = 6

/**
 * The key by which an address is counted: IPv6 by its /48, IPv4 as a whole, and an IPv4 address within an IPv6 address like the IPv4 address. A
 * trusted proxy may pass on text that is not an address. All such text is counted as one network.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray()
  return (
    wrappedIPv4(parsed as IPv6, bytes) ??
    `${Buffer.from(bytes.slice(0, NETWORK_BYTES)).toString('hex')}/${NETWORK_BYTES * 8}`
  )
}

/** The IPv4 address in NAT64 (64:ff9b::/96), 6to4 (2002::/16) and Teredo (2001::/32, which inverts it); null for any other address. */
function wrappedIPv4(address: IPv6, bytes: number[]): string | null {
  switch (address.range()) {
    case 'rfc6052':
      return bytes.slice(12).join('.')
    case '6to4':
      return bytes.slice(2, 6).join('.')
    case 'teredo':
      return bytes
        .slice(12)
        .map((byte) => 255 - byte)
        .join('.')
    default:
      return null
  }
}
