/** A wallet for tests: an EIP-1193 provider that signs with a key, against the real node. */
import type { HexString } from '@galx/protocol/webConfig'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { encodeCall } from '../../src/core/transactions/calldata.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import type { Eip1193Provider } from '../../src/core/wallet/walletStore.ts'
import type { TestChain } from './deployForTest.ts'

type Sent = {
  to: HexString
  data: HexString
  nonce: number
  /** wei of the native coin */
  value: bigint
}

type GivenCall = { to: HexString; data: HexString; value?: HexString }
type GivenCalls = { id: string; atomicRequired?: boolean; calls: GivenCall[] }

export class KeyWallet implements Eip1193Provider {
  readonly account = privateKeyToAccount(generatePrivateKey())
  readonly address = this.account.address.toLowerCase() as HexString
  /** questions to the user, in order */
  readonly asked: string[] = []
  readonly sent: Sent[] = []
  /** every request, in order */
  readonly requests: string[] = []
  automine = false
  refuse = false
  typedData = true
  /** its own node answers only the chain's number and first block */
  offline = false
  /** takes several calls at once (EIP-5792), and carries them out one after the other */
  batches = false
  /** its capabilities on the chain, if it takes several calls at once */
  capabilities: object = { atomic: { status: 'unsupported' } }
  /** its error for `wallet_sendCalls` */
  batchError: number | null = null
  /** takes a batch, and then answers that it already has a batch with this id (5720) */
  duplicate = false
  /** takes a batch, and then answers `wallet_sendCalls` with this error */
  failsAfter: number | null = null
  /** does not know a batch that it has accepted */
  forgets = false
  /** does not report the result of a batch */
  mute = false
  /** carries out no call after this number of calls, and abandons the rest of a batch */
  carriesOut = Number.POSITIVE_INFINITY
  /** the requests for batches */
  readonly given: GivenCalls[] = []
  /** the received batches by id, with the hashes of the executed calls */
  readonly taken = new Map<string, { calls: GivenCall[]; hashes: string[] }>()
  /** its node's answer to the question whether the node pays the network fee (BEP-414); null: the node does not know the question */
  sponsor: object | Promise<never> | null = null
  /** runs just before a transaction is sent */
  before: (() => Promise<void>) | null = null

  constructor(readonly test: Pick<TestChain, 'config' | 'rpc' | 'mine'>) {}

  async request({
    method,
    params,
  }: {
    method: string
    params?: readonly unknown[] | object
  }): Promise<unknown> {
    const list = (params ?? []) as readonly unknown[]
    this.requests.push(method)
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [this.account.address]
      case 'wallet_switchEthereumChain':
        return null
      case 'eth_sendTransaction':
        this.ask(method)
        return this.send(list[0] as Record<string, HexString>)
      case 'personal_sign':
        this.ask(method)
        return this.account.signMessage({ message: { raw: list[0] as HexString } })
      case 'eth_signTypedData_v4':
        this.ask(method)
        if (!this.typedData) throw Object.assign(new Error('not supported'), { code: 4200 })
        return this.account.signTypedData(JSON.parse(list[1] as string) as never)
      case 'wallet_getCapabilities':
        if (!this.batches) throw Object.assign(new Error('not supported'), { code: 4200 })
        return { '0x38': this.capabilities }
      case 'wallet_sendCalls':
        this.ask(method)
        return this.sendCalls(list[0] as GivenCalls)
      case 'pm_isSponsorable':
        if (this.sponsor !== null) return this.sponsor
        return this.test.rpc(method, ...list)
      case 'wallet_getCallsStatus':
        return this.callsStatus(list[0] as string)
      default:
        if (this.offline && method !== 'eth_chainId' && list[0] !== '0x0')
          throw new TypeError('Failed to fetch')
        return this.test.rpc(method, ...list)
    }
  }

  private ask(method: string): void {
    this.asked.push(method)
    if (this.refuse) throw Object.assign(new Error('User rejected'), { code: 4001 })
  }

  private async sendCalls(given: GivenCalls) {
    const { id, calls } = given
    this.given.push(given)
    if (this.batchError !== null) throw Object.assign(new Error('failed'), { code: this.batchError })
    const batch = { calls, hashes: [] as string[] }
    this.taken.set(id, batch)
    for (const call of calls.slice(0, this.carriesOut)) {
      batch.hashes.push(await this.send(call))
      await this.test.mine()
    }
    if (this.failsAfter !== null) throw Object.assign(new Error('failed'), { code: this.failsAfter })
    if (this.duplicate) throw Object.assign(new Error('duplicate id'), { code: 5720 })
    return { id }
  }

  private async callsStatus(id: string) {
    const batch = this.taken.get(id)
    if (batch === undefined || this.forgets)
      throw Object.assign(new Error('unknown bundle id'), { code: 5730 })
    if (this.mute) return new Promise(() => {})
    const receipts = (await Promise.all(
      batch.hashes.map((hash) => this.test.rpc('eth_getTransactionReceipt', hash)),
    )) as { status: string }[]
    const good = receipts.filter(({ status }) => status === '0x1').length
    const status =
      good === batch.calls.length ? 200 : batch.hashes.length === 0 ? 400 : good === 0 ? 500 : 600
    return { version: '2.0.0', id, chainId: '0x38', status, atomic: false, receipts }
  }

  private async send({
    to,
    data,
    gas,
    value,
    gasPrice,
  }: Partial<Record<string, HexString>>): Promise<string> {
    if (this.before) {
      const first = this.before
      this.before = null
      await first()
    }
    const nonce = Number(await this.test.rpc<string>('eth_getTransactionCount', this.address, 'pending'))
    const sent = { to: to as HexString, data: data as HexString, nonce, value: BigInt(value ?? 0) }
    const price = gasPrice === undefined ? 2n * 10n ** 9n : BigInt(gasPrice)
    const hash = await this.broadcast(sent, price, BigInt(gas ?? '0x100000'))
    this.sent.push(sent)
    if (this.automine) await this.test.mine()
    return hash
  }

  /** Sends a call as the app encodes it, but without the app's knowledge. */
  async sendOwn(call: IntendedCall): Promise<void> {
    const { to, data } = encodeCall(call, this.test.config)
    await this.send({ to, data, gas: '0x100000' })
  }

  /** Sends another transaction with the last transaction's nonce and a higher gas price. */
  async replace(how: 'same' | 'cancel'): Promise<void> {
    const last = this.sent.at(-1) as Sent
    const next =
      how === 'same' ? last : { to: this.address, data: '0x' as const, nonce: last.nonce, value: 0n }
    await this.broadcast(next, 9n * 10n ** 9n, 1_000_000n)
  }

  private async broadcast({ to, data, nonce, value }: Sent, gasPrice: bigint, gas: bigint): Promise<string> {
    const raw = await this.account.signTransaction({
      type: 'legacy',
      chainId: 56,
      to,
      data,
      value,
      nonce,
      gas,
      gasPrice,
    })
    return this.test.rpc<string>('eth_sendRawTransaction', raw)
  }
}
