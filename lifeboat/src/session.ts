/** A session with a wallet, or with a typed node and an offline signer. The chain is checked against the file before anything is shown. */
import { parseUrl } from '@galx/protocol/parseUrl'
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { transactionHash } from '@galx/protocol/transactionHash'
import { isAddress, keccak256, numberToHex, type Address, type Hex } from 'viem'
import { NodeError, requestOfNode, requestOfWallet, type Provider, type Request } from './node.ts'
import type { Texts } from './texts.ts'
import { RevertError } from './ways.ts'

export type Session = { kind: 'wallet' | 'node'; request: Request; account: Address }

/** A problem that the person can correct, in the person's language. */
export class InputError extends Error {
  override name = 'InputError'
  readonly words: (texts: Texts['faults']) => string
  constructor(words: (texts: Texts['faults']) => string) {
    super()
    this.words = words
  }
}

export function wordsOf(error: unknown, texts: Texts): string {
  if (error instanceof InputError) return error.words(texts.faults)
  if (error instanceof RevertError) return texts.refusals[error.error] ?? texts.refusal(error.message)
  if (error instanceof NodeError && error.isRefusal) return texts.faults.refused
  return texts.faults.node(messageOf(error))
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** @throws InputError */
export function readAddress(text: string): Address {
  const trimmed = text.trim()
  if (!isAddress(trimmed, { strict: false })) throw new InputError(({ address }) => address)
  if (!isAddress(trimmed)) throw new InputError(({ checksum }) => checksum)
  return trimmed.toLowerCase() as Address
}

/** @throws InputError */
function readNodeUrl(text: string): string {
  const url = parseUrl(text.trim())
  const near = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !near)) throw new InputError((faults) => faults.url)
  return url.href
}

/** @throws InputError, NodeError, or the error of `fetch` if nothing answers */
export async function openNode(
  url: string,
  account: string,
  deployment: LifeboatDeployment,
): Promise<Session> {
  const request = requestOfNode(readNodeUrl(url))
  const address = readAddress(account)
  await assertChain(request, deployment)
  return { kind: 'node', request, account: address }
}

/** @throws InputError, NodeError */
export async function openWallet(provider: Provider, deployment: LifeboatDeployment): Promise<Session> {
  const request = requestOfWallet(provider)
  const [account] = (await request('eth_requestAccounts')) as string[]
  const wanted = numberToHex(deployment.chainId)
  if (Number(await request('eth_chainId')) !== deployment.chainId)
    // If the wallet cannot switch, the check below names the needed chain.
    await request('wallet_switchEthereumChain', [{ chainId: wanted }]).catch(() => {})
  await assertChain(request, deployment)
  return { kind: 'wallet', request, account: readAddress(account ?? '') }
}

/** @throws InputError if the answers are not from the chain that the file names */
async function assertChain(request: Request, { chainId, genesisHash, contracts }: LifeboatDeployment) {
  const found = Number(await request('eth_chainId'))
  if (found !== chainId) throw new InputError(({ chain }) => chain(String(found), String(chainId)))
  // Some nodes no longer have the first block.
  const first = await request('eth_getBlockByNumber', ['0x0', false]).catch(() => null)
  const hash = (first as { hash?: string } | null)?.hash
  if (typeof hash === 'string' && hash.toLowerCase() !== genesisHash)
    throw new InputError(({ genesis }) => genesis)
  if ((await request('eth_getCode', [contracts.StakingPools, 'latest'])) === '0x')
    throw new InputError(({ code }) => code)
}

/**
 * Sends the call, if the wallet still has the same account on the same chain.
 * @throws InputError otherwise, or if the wallet may have sent the call although it names no hash
 */
export async function sendByWallet(
  { request, account }: Session,
  chainId: number,
  call: { to: Address; data: Hex },
): Promise<Hex> {
  const [current] = (await request('eth_accounts')) as string[]
  if (current?.toLowerCase() !== account) throw new InputError((faults) => faults.account)
  const found = Number(await request('eth_chainId'))
  if (found !== chainId) throw new InputError(({ chain }) => chain(String(found), String(chainId)))
  const sentBefore = await countSent(request, account)
  let answer: unknown
  try {
    answer = await request('eth_sendTransaction', [{ from: account, ...call, value: '0x0' }])
  } catch (error) {
    if (error instanceof NodeError && error.isRefusal) throw error
    if (await staysUnsent(request, account, sentBefore)) throw error
    throw new InputError(({ unclear }) => unclear(messageOf(error)))
  }
  const hash = transactionHash(answer)
  if (hash === null) throw new InputError(({ unclear }) => unclear(String(JSON.stringify(answer))))
  return hash
}

/** The number of the account's transactions that the node knows, in a block or not; null if the node does not say. */
async function countSent(request: Request, account: Address): Promise<number | null> {
  return request('eth_getTransactionCount', [account, 'pending']).then(Number, () => null)
}

/**
 * The number of attempts to read the number of transactions: a node may know a transaction only a moment after the wallet has sent the transaction.
 */
const COUNTS = 3

/**
 * Whether the node knows no new transaction of the account. False if the node does not say, and for a contract, whose number of transactions
 * does not count the transactions that others send for it.
 */
async function staysUnsent(request: Request, account: Address, before: number | null): Promise<boolean> {
  const code = await request('eth_getCode', [account, 'latest']).catch(() => null)
  if (code !== '0x') return false
  for (let counts = 1; ; counts += 1) {
    const sent = await countSent(request, account)
    if (sent === null || before === null || sent > before) return false
    if (counts === COUNTS) return true
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS))
  }
}

/**
 * Sends the signed transaction. If the node answers with an error but has the transaction, the transaction counts as sent.
 * @throws InputError if the text is not a signed transaction, or does not contain the call
 */
export async function sendSigned(
  { request }: Session,
  text: string,
  { to, data }: { to: Address; data: Hex },
): Promise<Hex> {
  const raw = text.trim().toLowerCase() as Hex
  if (!/^0x([0-9a-f]{2})+$/.test(raw)) throw new InputError((faults) => faults.raw)
  if (!raw.includes(to.slice(2).toLowerCase()) || !raw.includes(data.slice(2)))
    throw new InputError((faults) => faults.otherRaw)
  const hash = keccak256(raw)
  try {
    await request('eth_sendRawTransaction', [raw])
  } catch (error) {
    const known = await request('eth_getTransactionByHash', [hash]).catch(() => null)
    if (known === null || known === undefined) throw error
  }
  return hash
}

const LOOKS = 120
const BETWEEN_LOOKS = 1_500

/** @returns null if the transaction is in no block after three minutes */
export async function waitForBlock(
  { request }: Session,
  hash: Hex,
): Promise<{ block: bigint; good: boolean } | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const receipt = (await request('eth_getTransactionReceipt', [hash]).catch(() => null)) as {
      blockNumber: Hex
      status: Hex
    } | null
    if (receipt?.blockNumber) return { block: BigInt(receipt.blockNumber), good: receipt.status === '0x1' }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS))
  }
  return null
}

export type Wallet = { name: string | null; provider: Provider }

/** Finds wallets by EIP-6963, and older wallets at `window.ethereum`. @param changed called when a further wallet has answered */
export function findWallets(changed: () => void): Wallet[] {
  const found: Wallet[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<{ info: { name: string }; provider: Provider }>).detail
    const known = found.findIndex((one) => one.provider === provider)
    if (known >= 0) found.splice(known, 1)
    found.push({ name: info.name, provider })
    // A wallet may answer before this function returns the list.
    queueMicrotask(changed)
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { ethereum?: Provider }
  if (ethereum !== undefined && found.every(({ provider }) => provider !== ethereum))
    found.push({ name: null, provider: ethereum })
  return found
}
