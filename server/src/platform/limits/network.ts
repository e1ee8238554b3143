import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** How many bytes of an IPv6 address distinguish one customer from another: providers give everybody 2^64 addresses or more. */
const NETWORK_BYTES = 8

/**
 * What an address is counted as: IPv6 by its /64, an IPv4 address within IPv6 as IPv4, IPv4 whole. Text that is no address,
 * which a trusted proxy may pass on, is counted as one.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${Buffer.from(parsed.toByteArray().slice(0, NETWORK_BYTES)).toString('hex')}/64`
}
