/** The kinds of account that can hold a role: one private key, a Safe, or another contract. */
import { getAddress, keccak256, parseAbi, type Address, type Hex, type PublicClient } from 'viem'

export type AccountKind =
  /** one private key, even if its account has delegated to code (EIP-7702) */
  | { kind: 'key' }
  /** a Safe: `threshold` of `owners` sign together; a module can call without them */
  | { kind: 'safe'; threshold: bigint; owners: readonly Address[]; modules: readonly Address[] }
  /** unknown code */
  | { kind: 'contract' }

/** keccak256 of the code of proxies from Safe's factories 1.3.0, 1.4.1 and 1.5.0. */
const SAFE_PROXIES: readonly Hex[] = [
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
]

/** keccak256 of the code that a proxy runs, from the package @safe-global/safe-deployments. */
const SAFE_SINGLETONS: readonly Hex[] = [
  '0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e', // Safe 1.3.0
  '0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f', // SafeL2 1.3.0
  '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4', // Safe 1.4.1
  '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff', // SafeL2 1.4.1
  '0xdda019cbd7c867a533a2a86e5c53434fdc50b13122b5a5ddb4a8df61b31c20f2', // Safe 1.5.0
  '0x180193227186ccb85316c94db1f0d156ed932b14712cfaac78901899178572dc', // SafeL2 1.5.0
]

const safeAbi = parseAbi([
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
])

/** The start of a Safe's list of modules. */
const SENTINEL: Address = '0x0000000000000000000000000000000000000001'

/** EIP-7702: the key of such an account still signs for it. */
const DELEGATION = '0xef0100'

/** @param trusted a singleton that counts as a Safe's singleton: neither its code nor the code of the proxy is compared */
export async function readAccountKind(
  reader: PublicClient,
  address: Address,
  blockNumber?: bigint,
  trusted?: Address,
): Promise<AccountKind> {
  const code = await reader.getCode({ address, blockNumber })
  if (!code || code.startsWith(DELEGATION)) return { kind: 'key' }
  // A proxy's first storage slot has the address of its code.
  const slot = await reader.getStorageAt({ address, slot: '0x0', blockNumber })
  const singleton: Address = `0x${(slot ?? '').slice(-40)}`
  if (singleton !== trusted?.toLowerCase()) {
    if (!SAFE_PROXIES.includes(keccak256(code))) return { kind: 'contract' }
    const logic = await reader.getCode({ address: singleton, blockNumber })
    if (!logic || !SAFE_SINGLETONS.includes(keccak256(logic))) return { kind: 'contract' }
  }
  const safe = { address, abi: safeAbi, blockNumber } as const
  const [threshold, owners, [modules]] = await Promise.all([
    reader.readContract({ ...safe, functionName: 'getThreshold' }),
    reader.readContract({ ...safe, functionName: 'getOwners' }),
    reader.readContract({ ...safe, functionName: 'getModulesPaginated', args: [SENTINEL, 10n] }),
  ])
  return { kind: 'safe', threshold, owners, modules }
}

/** The account's kind in words, for use after an address. */
export function accountKindText(account: AccountKind): string {
  if (account.kind === 'key') return 'one private key'
  if (account.kind === 'contract') return 'a contract that this program does not know'
  const { threshold, owners, modules } = account
  const text = `a Safe, ${threshold} of ${owners.length} owners sign`
  if (modules.length === 0) return text
  return `${text}, and the module ${modules.map((module) => getAddress(module)).join(', ')} can call without them`
}

/** Whether no single key can control the account. */
function needsSeveralKeys(account: AccountKind): boolean {
  return account.kind === 'safe' && account.threshold >= 2n && account.modules.length === 0
}

/**
 * Checks that there are at least two proposers. If a thief has one proposer's key, the other proposer can cancel the thief's announcements.
 * A single proposer must be a Safe that needs the signatures of at least two owners.
 * @returns the problem with the proposers, or undefined
 */
export function proposersFault(
  proposers: readonly { address: string; account: AccountKind }[],
): string | undefined {
  const addresses = new Set(proposers.map(({ address }) => address.toLowerCase()))
  const [only] = proposers
  if (addresses.size >= 2) return undefined
  if (!only) return 'there is no proposer'
  if (needsSeveralKeys(only.account)) return undefined
  return `the only proposer ${only.address} is ${accountKindText(only.account)}: name at least two proposers, or a Safe whose owners sign at least two together`
}
