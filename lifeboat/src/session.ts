/** The signer and the source of answers: a wallet, or a typed node with an offline signer. Both are checked against the file's chain before anything is shown. */
import { parseUrl } from '@galx/protocol/parseUrl'
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { isAddress, numberToHex, type Address, type Hex } from 'viem'
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

/** EIP-1193: the person declined. */
const USER_REFUSED = 4001

export function wordsOf(error: unknown, texts: Texts): string {
  if (error instanceof InputError) return error.words(texts.faults)
  if (error instanceof RevertError) return texts.refusals[error.error] ?? texts.refusal(error.message)
  if (error instanceof NodeError && error.code === USER_REFUSED) return texts.faults.refused
  return texts.faults.node(error instanceof Error ? error.message : String(error))
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

/** @throws InputError if it is not the file's chain */
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

/** Checks that the wallet still has the same account on the same chain. @throws InputError */
export async function sendByWallet(
  { request, account }: Session,
  chainId: number,
  call: { to: Address; data: Hex },
): Promise<Hex> {
  const [current] = (await request('eth_accounts')) as string[]
  if (current?.toLowerCase() !== account) throw new InputError((faults) => faults.account)
  const found = Number(await request('eth_chainId'))
  if (found !== chainId) throw new InputError(({ chain }) => chain(String(found), String(chainId)))
  return (await request('eth_sendTransaction', [{ from: account, ...call, value: '0x0' }])) as Hex
}

/** @throws InputError if the text is not a signed transaction, or does not contain the call */
export async function sendSigned(
  { request }: Session,
  text: string,
  { to, data }: { to: Address; data: Hex },
): Promise<Hex> {
  const raw = text.trim().toLowerCase()
  if (!/^0x([0-9a-f]{2})+$/.test(raw)) throw new InputError((faults) => faults.raw)
  if (!raw.includes(to.slice(2).toLowerCase()) || !raw.includes(data.slice(2)))
    throw new InputError((faults) => faults.otherRaw)
  return (await request('eth_sendRawTransaction', [raw])) as Hex
}

const LOOKS = 120
const BETWEEN_LOOKS = 1_500

/** @returns null if it is in no block after three minutes */
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
    changed()
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { ethereum?: Provider }
  if (ethereum !== undefined && found.every(({ provider }) => provider !== ethereum))
    found.push({ name: null, provider: ethereum })
  return found
}
