/** Reads the signer's keys from the environment. Each key is in this process or with a remote signer. Messages never quote a key. */
import type { Address, Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { ConfigurationError, httpUrls, type Environment } from '../platform/environment.ts'
import { RefusedError, type SignerChain } from './chainFacts.ts'
import { localPublisher, remotePublisher, type PublisherKey } from './publisher.ts'
import { addressOfKey } from './signing/localSigner.ts'
import { remoteSigner } from './signing/remoteSigner.ts'
import { signingThreads } from './signing/signingThreads.ts'
import type { VoucherSigner } from './signing/voucherSigner.ts'

/** Addresses of the keys that every development node starts with. Anybody can sign with these keys. */
const PUBLISHED_ADDRESSES = new Set<string>([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
])

type KeyHome = { key: Hex } | { url: string }

/** @throws ConfigurationError */
async function keyHome(
  keyName: string,
  urlName: string,
  environment: Environment,
  chain: SignerChain,
): Promise<KeyHome | null> {
  const key = environment[keyName]?.trim()
  const url = environment[urlName]?.trim()
  if (key && url) throw new ConfigurationError(`${keyName} and ${urlName} are both set: set only one of them`)
  if (url) {
    const [only, ...others] = httpUrls(environment, urlName)
    if (others.length > 0) throw new ConfigurationError(`${urlName} must be one address`)
    return { url: only! }
  }
  if (!key) return null
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new ConfigurationError(`${keyName} must be 0x and 64 hex digits`)
  if (PUBLISHED_ADDRESSES.has(addressOf(keyName, key as Hex)) && !(await isDevelopmentNode(chain)))
    throw new ConfigurationError(`${keyName} is a published test key: anybody can use it`)
  return { key: key as Hex }
}

function addressOf(name: string, key: Hex): Address {
  try {
    return addressOfKey(key)
  } catch {
    throw new ConfigurationError(`${name} is not a private key: it is outside the curve's order`)
  }
}

/**
 * Whether the node is a development node that is not forked from a public chain. Only on such a node are these keys harmless.
 * @throws NoConsensusError if no node answers
 */
async function isDevelopmentNode(chain: SignerChain): Promise<boolean> {
  try {
    const info = (await chain.ask('anvil_nodeInfo', [])) as {
      forkConfig?: { forkUrl?: string | null } | null
    } | null
    return info !== null && !info.forkConfig?.forkUrl
  } catch (error) {
    if (error instanceof RefusedError) return false
    throw error
  }
}

/** @param threads the number of signing threads, if the key is in this process @throws ConfigurationError */
export async function readSigner(
  environment: Environment,
  chain: SignerChain,
  { chainId, contracts }: Deployment,
  threads: number,
): Promise<VoucherSigner> {
  const home = await keyHome('SIGNER_PRIVATE_KEY', 'SIGNER_URL', environment, chain)
  if (home === null) throw new ConfigurationError('SIGNER_PRIVATE_KEY or SIGNER_URL is missing')
  const contract = contracts.RewardVouchers.address as Address
  return 'key' in home
    ? signingThreads({ key: home.key, chainId, contract }, threads)
    : remoteSigner(home.url, chainId, contract)
}

/** The co-signer's key is never in this process: an intruder on one machine must not get both keys. @throws ConfigurationError */
export function readCoSigner(
  environment: Environment,
  { chainId, contracts }: Pick<Deployment, 'chainId' | 'contracts'>,
): VoucherSigner {
  const [url, ...others] = environment.COSIGNER_URL?.trim() ? httpUrls(environment, 'COSIGNER_URL') : []
  if (url === undefined) throw new ConfigurationError('COSIGNER_URL is missing')
  if (others.length > 0) throw new ConfigurationError('COSIGNER_URL must be one address')
  return remoteSigner(url, chainId, contracts.RewardVouchers.address as Address, 'coSigner')
}

/** @returns null if neither variable is set: another process publishes @throws ConfigurationError */
export async function readPublisher(
  environment: Environment,
  chain: SignerChain,
): Promise<PublisherKey | null> {
  const home = await keyHome('PUBLISHER_PRIVATE_KEY', 'PUBLISHER_URL', environment, chain)
  if (home === null) return null
  return 'key' in home ? localPublisher(home.key) : remotePublisher(home.url)
}
