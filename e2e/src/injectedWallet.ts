/**
 * A wallet as an in-app browser injects it: an EIP-1193 provider with the flags of a known wallet, whose key lives in
 * the test's process. The wallet signs for real. Reads and raw transactions go to the node. The wallet keeps all requests.
 */
import type { Page } from '@playwright/test'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import { encodeFunctionData, hexToString, isHex, numberToHex, type Address, type Hex } from 'viem'
import type { Account, Chain } from './chain.ts'
import { throughMetaMask } from './metamask.ts'

export type WalletOptions = {
  account: Account
  /** Properties set on the provider besides `request`: by default TokenPocket's. */
  flags?: Record<string, boolean>
  /** The `window` property of the provider. */
  place?: 'ethereum' | 'okxwallet'
  /** Milliseconds after the document starts until the provider is there. */
  appearsAfter?: number
  /** The wallet's first chain, 0x38 by default. */
  chainId?: number
  /** The error of `wallet_switchEthereumChain` until the chain has been added. */
  unknownChain?: { code: number; message: string }
  /** Methods the user refuses, with EIP-1193's 4001. */
  refuses?: readonly string[]
  /** Methods that fail, with the error. */
  fails?: Record<string, { code: number; message: string }>
  /** Answers to methods, in place of the node's. */
  answers?: Record<string, (params: readonly unknown[], real: () => Promise<unknown>) => unknown>
  /** Takes several calls in one confirmation (EIP-5792), and carries them out one after the other. */
  together?: boolean
  /**
   * Makes this contract the account (`Chain.newContractAccount`). The contract carries out the calls that `account` sends: several calls in one
   * transaction, all or nothing. `status` is the status that the wallet reports for this ability (`atomic` in EIP-5792).
   */
  contract?: { address: Address; status: 'supported' | 'ready' }
  /** Checks each request by the packages that MetaMask publishes. */
  metamask?: boolean
  /** Announces the wallet by EIP-6963 under this reverse domain name, as well as or instead of `window`. */
  announce?: { rdns: string; name: string; only?: boolean }
}

export type Call = {
  method: string
  params: readonly unknown[]
}

type Answer = { result: unknown } | { error: { code: number; message: string } }

type GivenCalls = { id: string; from: Address; calls: { to: Address; data: Hex; value: Hex }[] }

function unsupported(method: string): Error {
  return Object.assign(new Error(`The method ${method} does not exist`), { code: -32601 })
}

const READS = /^(eth_(call|get|blockNumber|estimateGas|gasPrice|maxPriority|feeHistory)|net_|web3_)/

export class InjectedWallet {
  readonly calls: Call[] = []
  account: Account
  chainId: number
  /** Signs texts in place of the account, like a faulty wallet. */
  signer: Account | null = null
  private added = false
  private readonly batches = new Map<string, { calls: number; hashes: Hex[] }>()
  private readonly page: Page
  private readonly chain: Chain
  private readonly options: WalletOptions
  private readonly checked: (method: string, params: readonly unknown[]) => Promise<unknown>
  refuses: Set<string>

  private constructor(page: Page, chain: Chain, options: WalletOptions) {
    this.page = page
    this.chain = chain
    this.options = options
    this.account = options.account
    this.chainId = options.chainId ?? 56
    this.refuses = new Set(options.refuses)
    const perform = this.perform.bind(this)
    this.checked = options.metamask ? throughMetaMask(() => this.address, perform) : perform
  }

  /** Must come before the first navigation. */
  static async inject(page: Page, chain: Chain, options: WalletOptions): Promise<InjectedWallet> {
    const wallet = new InjectedWallet(page, chain, options)
    await page.exposeFunction('walletRequest', (method: string, params: readonly unknown[]) =>
      wallet.request(method, params),
    )
    await page.addInitScript(installProvider, {
      flags: options.flags ?? { isTokenPocket: true, isMetaMask: true },
      place: options.place ?? 'ethereum',
      appearsAfter: options.appearsAfter ?? 0,
      announce: options.announce ?? null,
    })
    return wallet
  }

  /** The account that the app sees. */
  get address(): Address {
    return this.options.contract?.address ?? this.account.address
  }

  methods(): string[] {
    return this.calls.map((call) => call.method)
  }

  private async request(method: string, params: readonly unknown[]): Promise<Answer> {
    this.calls.push({ method, params })
    if (this.refuses.has(method)) return { error: { code: 4001, message: 'User rejected the request.' } }
    const failure = this.options.fails?.[method]
    if (failure) return { error: failure }
    try {
      const real = () => this.checked(method, params)
      const other = this.options.answers?.[method]
      return { result: other ? await other(params, real) : await real() }
    } catch (error) {
      const { code = -32603, message = String(error) } = error as { code?: number; message?: string }
      return { error: { code, message } }
    }
  }

  private async perform(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [this.address]
      case 'eth_chainId':
        return numberToHex(this.chainId)
      case 'net_version':
        return String(this.chainId)
      case 'wallet_switchEthereumChain': {
        const wanted = Number((params[0] as { chainId: Hex }).chainId)
        const { unknownChain } = this.options
        if (unknownChain && !this.added) throw Object.assign(new Error(unknownChain.message), unknownChain)
        await this.setChain(wanted)
        return null
      }
      case 'wallet_addEthereumChain':
        this.added = true
        await this.setChain(Number((params[0] as { chainId: Hex }).chainId))
        return null
      case 'personal_sign': {
        const message = params[0] as string
        const raw = isHex(message) ? { raw: message } : message
        return (this.signer ?? this.account).signMessage({
          message: typeof raw === 'string' ? raw : { raw: raw.raw },
        })
      }
      case 'eth_signTypedData_v4': {
        const typed = JSON.parse(params[1] as string) as Parameters<Account['signTypedData']>[0]
        delete (typed.types as Record<string, unknown>).EIP712Domain
        return this.account.signTypedData(typed)
      }
      case 'eth_sendTransaction':
        return this.send(params[0] as { to?: Address; data?: Hex; value?: Hex; gas?: Hex; from: Address })
      case 'wallet_getCapabilities':
        if (!this.options.together) throw unsupported(method)
        return { '0x38': { atomic: { status: this.options.contract?.status ?? 'unsupported' } } }
      case 'wallet_sendCalls':
        if (!this.options.together) throw unsupported(method)
        return this.sendCalls(params[0] as GivenCalls)
      case 'wallet_getCallsStatus':
        return this.callsStatus(String(params[0]))
      default:
        if (!READS.test(method)) throw unsupported(method)
        return this.chain.client.request({ method, params } as never)
    }
  }

  private async sendCalls({ id, from, calls }: GivenCalls): Promise<{ id: string }> {
    const hashes: Hex[] = []
    this.batches.set(id, { calls: calls.length, hashes })
    if (this.options.contract) {
      hashes.push(await this.sendTogether(calls))
      return { id }
    }
    for (const call of calls) {
      const hash = await this.send({ ...call, from })
      await this.chain.client.waitForTransactionReceipt({ hash })
      hashes.push(hash)
    }
    return { id }
  }

  private async callsStatus(id: string): Promise<unknown> {
    const batch = this.batches.get(id)
    if (batch === undefined) throw Object.assign(new Error('unknown bundle id'), { code: 5730 })
    const receipts = await Promise.all(
      batch.hashes.map((hash): Promise<{ status: Hex } | null> =>
        this.chain.client.request({ method: 'eth_getTransactionReceipt', params: [hash] } as never),
      ),
    )
    if (this.options.contract) {
      const [receipt] = receipts
      const status = receipt === null || receipt === undefined ? 100 : receipt.status === '0x1' ? 200 : 500
      return { version: '2.0.0', id, chainId: '0x38', atomic: true, status, receipts }
    }
    const good = receipts.filter((receipt) => receipt?.status === '0x1').length
    const status =
      good === batch.calls ? 200 : batch.hashes.length < batch.calls ? 100 : good === 0 ? 500 : 600
    return { version: '2.0.0', id, chainId: '0x38', atomic: false, status, receipts }
  }

  /** One transaction of the account's owner, in which the account makes all calls, or none if one call fails. */
  private async sendTogether(calls: readonly { to: Address; data: Hex }[]): Promise<Hex> {
    const made = calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))
    const data = encodeFunctionData({ abi: aggregate3Abi, functionName: 'aggregate3', args: [made] })
    const gas = await this.gasOf({ to: this.address, data, account: this.account.address })
    return this.chain.walletOf(this.account).sendTransaction({ to: this.address, data, gas })
  }

  /** Half more than the node's estimate, like real wallets: rewards that accrue after the estimate may cost more gas. */
  private async gasOf(call: Parameters<Chain['client']['estimateGas']>[0]): Promise<bigint> {
    return ((await this.chain.client.estimateGas(call)) * 3n) / 2n
  }

  private async send(asked: {
    to?: Address
    data?: Hex
    value?: Hex
    gas?: Hex
    from: Address
  }): Promise<Hex> {
    if (asked.from.toLowerCase() !== this.address.toLowerCase())
      throw Object.assign(new Error('unknown account'), { code: 4100 })
    if (this.options.contract)
      return this.sendTogether([{ to: asked.to ?? this.address, data: asked.data ?? '0x' }])
    const call = { to: asked.to ?? null, data: asked.data ?? '0x', value: BigInt(asked.value ?? 0) }
    const gas =
      asked.gas === undefined ? await this.gasOf({ ...call, account: this.address }) : BigInt(asked.gas)
    return this.chain.walletOf(this.account).sendTransaction({ ...call, gas })
  }

  /** Switches the chain, as a person does in the wallet's network menu. */
  async setChain(chainId: number): Promise<void> {
    if (chainId === this.chainId) return
    this.chainId = chainId
    await this.emit('chainChanged', numberToHex(chainId))
  }

  /** Switches the account, as a person does in the wallet's account menu. */
  async setAccount(account: Account): Promise<void> {
    this.account = account
    await this.emit('accountsChanged', [account.address])
  }

  private async emit(event: string, payload: unknown): Promise<void> {
    await this.page.evaluate(
      ([name, data]) =>
        (window as unknown as { walletEmit?: (n: unknown, d: unknown) => void }).walletEmit?.(name, data),
      [event, payload] as const,
    )
  }

  /** The texts that the wallet was asked to sign. */
  signedTexts(): string[] {
    return this.calls
      .filter((call) => call.method === 'personal_sign')
      .map((call) => (isHex(call.params[0]) ? hexToString(call.params[0]) : String(call.params[0])))
  }
}

/** Runs in the page. */
function installProvider(options: {
  flags: Record<string, boolean>
  place: string
  appearsAfter: number
  announce: { rdns: string; name: string; only?: boolean } | null
}): void {
  type Listener = (payload: unknown) => void
  const host = window as unknown as Record<string, unknown> & {
    walletRequest(
      method: string,
      params: unknown[],
    ): Promise<{ result?: unknown; error?: { code: number; message: string } }>
  }
  const listeners = new Map<string, Set<Listener>>()
  const provider = {
    ...options.flags,
    async request({ method, params }: { method: string; params?: unknown[] }) {
      const answer = await host.walletRequest(method, params ?? [])
      if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
      return answer.result
    },
    on(event: string, listener: Listener) {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  host.walletEmit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const appear = () => {
    if (!options.announce?.only) host[options.place] = provider
    if (!options.announce) return
    const detail = Object.freeze({
      info: Object.freeze({
        uuid: '7f6d2a52-6a0b-4d0b-9f65-0f1f3a1e5a10',
        name: options.announce.name,
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
        rdns: options.announce.rdns,
      }),
      provider,
    })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  if (options.appearsAfter > 0) setTimeout(appear, options.appearsAfter)
  else appear()
}
