/** The rule on roles: no address may hold more than one role. */
import { zeroAddress } from 'viem'

export type RoleHolders = readonly (readonly [role: string, holders: readonly string[]])[]

/**
 * The zero address means anyone or no account, and does not count as a holder.
 * @returns one line for each address that holds more than one role, with the names of its roles
 */
export function sharedRoles(roles: RoleHolders): string[] {
  const held = new Map<string, Set<string>>()
  for (const [role, holders] of roles)
    for (const holder of holders) {
      const address = holder.toLowerCase()
      if (address !== zeroAddress) held.set(address, (held.get(address) ?? new Set()).add(role))
    }
  return [...held]
    .filter(([, names]) => names.size > 1)
    .map(([address, names]) => `${address} is ${[...names].join(' and ')}`)
}
