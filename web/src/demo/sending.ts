/** The demo wallet's transactions: prices them, asks, signs them with the account that the person confirmed. */
import { gasLimitOf } from '@galx/protocol/transactionGas'
import type { HexString } from '@galx/protocol/webConfig'
import { beginBatch, findBatch, takesTogether, type BatchCall, type Sender } from './batches.ts'
import type { DemoChain } from './demoChain.ts'
import { ask, ProviderError } from './questions.ts'
import type { WalletKeys } from './walletKeys.ts'

export type GivenCalls = {
  id?: string
  from?: HexString
  chainId?: HexString
  atomicRequired?: boolean
  calls?: { to?: HexString; data?: HexString; value?: HexString }[]
}

type PricedCall = BatchCall & { gas?: HexString | undefined }

export function createSending(
  { address, chainId, account, own }: WalletKeys,
  { chainId: demoChainId, rpc, assertChain }: DemoChain,
) {
  /** @returns the account that sends */
  const ready = async (from: unknown): Promise<HexString> => {
    const account = own(from)
    if (chainId() !== demoChainId) throw new ProviderError(4901, 'The demo wallet is on another chain')
    await assertChain()
    return account
  }
  const priceOf = async (call: PricedCall, from: HexString) => {
    const { to, data, value } = call
    const estimate = async () =>
      gasLimitOf(BigInt((await rpc('eth_estimateGas', [{ from, to, data, value }])) as HexString))
    const [price, gas] = await Promise.all([
      rpc('eth_gasPrice', []) as Promise<HexString>,
      call.gas === undefined ? estimate() : BigInt(call.gas),
    ])
    return { gas, gasPrice: BigInt(price) }
  }
  const sign = async (call: PricedCall & { nonce?: HexString | undefined }, from: HexString) => {
    const priced = await priceOf(call, from)
    const nonce = call.nonce ?? ((await rpc('eth_getTransactionCount', [from, 'pending'])) as HexString)
    const raw = await (
      await account(from)
    ).signTransaction({
      type: 'legacy',
      chainId: demoChainId,
      to: call.to,
      data: call.data,
      value: BigInt(call.value),
      nonce: Number(nonce),
      ...priced,
    })
    return { raw, hash: (await import('./accounts.ts')).hashOf(raw) }
  }
  const sender: Sender = { sign, rpc }

  /** Fills in the missing fields, asks, signs and sends. */
  async function send(given: Record<string, HexString | undefined>): Promise<unknown> {
    const from = await ready(given.from)
    if (given.to === undefined) throw new ProviderError(-32602, 'The demo wallet creates no contracts')
    const { to, gas, nonce } = given
    const call = { to, data: given.data ?? given.input ?? '0x', value: given.value ?? '0x0' } as const
    const priced = await priceOf({ ...call, gas }, from)
    await ask({ kind: 'transaction', account: from, ...call, fee: priced.gas * priced.gasPrice })
    const { raw } = await sign({ ...call, gas: `0x${priced.gas.toString(16)}`, nonce }, from)
    return rpc('eth_sendRawTransaction', [raw])
  }

  /** The total cost of all calls; null if a call cannot be estimated. */
  async function feeOf(calls: BatchCall[], from: HexString): Promise<bigint | null> {
    const fees = await Promise.all(
      calls.map((call) =>
        priceOf(call, from).then(
          ({ gas, gasPrice }) => gas * gasPrice,
          () => null,
        ),
      ),
    )
    const known = fees.filter((fee) => fee !== null)
    return known.length < fees.length ? null : known.reduce((sum, one) => sum + one, 0n)
  }

  /** Asks for all calls at once. They are carried out one after the other, never atomically. */
  async function sendCalls({ id, from: given, chainId: wanted, calls = [], atomicRequired }: GivenCalls) {
    if (!takesTogether()) throw new ProviderError(4200, 'The demo wallet takes one call at a time')
    if (Number(wanted) !== demoChainId)
      throw new ProviderError(5710, 'The demo wallet supports only the demo chain')
    if (atomicRequired === true)
      throw new ProviderError(5760, 'The demo wallet cannot carry calls out as one')
    const from = await ready(given ?? address())
    const list = calls.map(({ to, data = '0x', value = '0x0' }): BatchCall => {
      if (to === undefined) throw new ProviderError(-32602, 'The demo wallet creates no contracts')
      return { to, data, value }
    })
    const name = id ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
    if (findBatch(name) !== null) throw new ProviderError(5720, 'Calls with this id already exist')
    const fee = await feeOf(list, from)
    await ask({ kind: 'calls', account: from, calls: list, fee })
    beginBatch({ id: name, from, calls: list }, sender)
    return { id: name }
  }

  return { send, sendCalls, sender }
}
