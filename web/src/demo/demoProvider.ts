/** An EIP-1193 provider with a local key, for the embedded chain alone: it refuses any chain with another first block. */
import { gasLimitOf } from '@galx/protocol/transactionGas'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { httpRpc, RpcError } from '../core/chain/rpc.ts'
import type { Eip1193Provider } from '../core/wallet/eip1193.ts'
import { beginBatch, findBatch, statusOf, takesTogether, type BatchCall, type Sender } from './batches.ts'
import { createKeyring, type Keyring, loadKeyring, saveKeyring } from './keyring.ts'
import { ask, ProviderError, type TypedData, useQuestions } from './questions.ts'

type Listener = (payload: never) => void

export type DemoProvider = {
  readonly isGalxDemo: true
  /** addresses, lower case, in the keyring's order */
  accounts(): HexString[]
  selected(): number
  select(index: number): void
  /** the selected account's private key; null before the first connection */
  exportKey(): HexString | null
} & Eip1193Provider

export function createDemoProvider(config: WebConfig): DemoProvider {
  let keyring = loadKeyring()
  let genesis: Promise<void> | null = null
  const listeners = new Map<string, Set<Listener>>()

  /** The keys are made when the user first connects, not when the page opens. */
  const change = async (part: Partial<Keyring>) => {
    keyring = { ...(keyring ?? (await createKeyring())), ...part }
    saveKeyring(keyring)
  }
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never)
  }
  const address = () => keyring?.addresses[keyring.selected] as HexString
  const permitted = () => keyring?.permitted === true
  const chainId = () => keyring?.chainId ?? 1
  const account = async () =>
    (await import('./accounts.ts')).accountOf(keyring?.keys[keyring.selected] as HexString)
  const rpc = (method: string, params: readonly unknown[]) => forward(config.rpcUrl, method, params)

  /** @throws ProviderError 4901 when the endpoint's chain is not the configured one */
  const assertChain = () => {
    genesis ??= rpc('eth_getBlockByNumber', ['0x0', false]).then((block) => {
      if ((block as { hash?: string } | null)?.hash?.toLowerCase() === config.genesisHash) return
      throw new ProviderError(
        4901,
        'This is not the demo chain: its first block differs from the configured one',
      )
    })
    genesis.catch(() => {
      genesis = null
    })
    return genesis
  }
  const own = (given: unknown) => {
    if (!permitted()) throw new ProviderError(4100, 'The site is not connected to the demo wallet')
    if (typeof given !== 'string' || given.toLowerCase() !== address())
      throw new ProviderError(4100, 'This account is not the selected one')
  }

  const knownBatch = (id: unknown) => {
    const batch = findBatch(String(id))
    if (batch === null) throw new ProviderError(5730, 'The demo wallet knows no calls by this id')
    return batch
  }

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_accounts: () => (permitted() ? [address()] : []),
    eth_requestAccounts: async () => {
      if (!permitted()) {
        await ask({ kind: 'connect', account: keyring === null ? null : address() })
        await change({ permitted: true })
      }
      return [address()]
    },
    eth_chainId: () => `0x${chainId().toString(16)}`,
    net_version: () => String(chainId()),
    wallet_addEthereumChain: () => {
      throw new ProviderError(4200, 'The demo wallet knows the demo chain alone')
    },
    wallet_switchEthereumChain: async ([wanted]) => {
      const target = Number((wanted as { chainId?: unknown } | undefined)?.chainId)
      if (target !== config.chainId) throw new ProviderError(4902, 'The demo wallet does not know this chain')
      await assertChain()
      if (chainId() === target) return null
      await ask({ kind: 'switch', account: keyring === null ? null : address(), chainId: target })
      await change({ chainId: target })
      emit('chainChanged', `0x${target.toString(16)}`)
      return null
    },
    personal_sign: async ([message, signer]) => {
      own(signer)
      const raw = message as HexString
      await ask({ kind: 'message', account: address(), text: readable(raw) })
      return (await account()).signMessage({ message: { raw } })
    },
    eth_signTypedData_v4: async ([signer, json]) => {
      own(signer)
      await assertChain()
      const data = (typeof json === 'string' ? JSON.parse(json) : json) as TypedData
      if (Number(data.domain.chainId) !== config.chainId)
        throw new ProviderError(-32602, 'The data is for another chain')
      await ask({ kind: 'typedData', account: address(), data })
      return (await account()).signTypedData(data as never)
    },
    eth_sendTransaction: async ([given]) => send(given as Record<string, HexString | undefined>),
    wallet_getCapabilities: ([asked]) => {
      own(asked)
      if (!takesTogether()) throw new ProviderError(4200, 'The demo wallet takes one call at a time')
      return { [hex(config.chainId)]: { atomic: { status: 'unsupported' } } }
    },
    wallet_sendCalls: ([given]) => sendCalls(given as GivenCalls),
    wallet_getCallsStatus: async ([id]) => {
      const batch = knownBatch(id)
      const answer = await statusOf(batch, sender)
      return { version: '2.0.0', id: batch.id, chainId: hex(config.chainId), atomic: false, ...answer }
    },
    wallet_showCallsStatus: ([id]) => {
      const batch = knownBatch(id)
      useQuestions.setState({ shownBatch: batch.id })
      return null
    },
  }

  const ready = async (from: unknown) => {
    own(from)
    if (chainId() !== config.chainId) throw new ProviderError(4901, 'The demo wallet is on another chain')
    await assertChain()
  }
  const priceOf = async (call: BatchCall & { gas?: HexString | undefined }) => {
    const { to, data, value } = call
    const estimate = async () =>
      gasLimitOf(BigInt((await rpc('eth_estimateGas', [{ from: address(), to, data, value }])) as HexString))
    const [price, gas] = await Promise.all([
      rpc('eth_gasPrice', []) as Promise<HexString>,
      call.gas === undefined ? estimate() : BigInt(call.gas),
    ])
    return { gas, gasPrice: BigInt(price) }
  }
  const sign = async (call: BatchCall & { gas?: HexString | undefined; nonce?: HexString | undefined }) => {
    const priced = await priceOf(call)
    const nonce = call.nonce ?? ((await rpc('eth_getTransactionCount', [address(), 'pending'])) as HexString)
    const raw = await (
      await account()
    ).signTransaction({
      type: 'legacy',
      chainId: config.chainId,
      to: call.to,
      data: call.data,
      value: BigInt(call.value),
      nonce: Number(nonce),
      ...priced,
    })
    return { raw, hash: (await import('./accounts.ts')).hashOf(raw) }
  }
  const sender: Sender = { sign, rpc }

  /** Fills in what is missing, asks, signs and sends. */
  async function send(given: Record<string, HexString | undefined>): Promise<unknown> {
    await ready(given.from)
    if (given.to === undefined) throw new ProviderError(-32602, 'The demo wallet creates no contracts')
    const { to, gas, nonce } = given
    const call = { to, data: given.data ?? given.input ?? '0x', value: given.value ?? '0x0' } as const
    const priced = await priceOf({ ...call, gas })
    await ask({ kind: 'transaction', account: address(), ...call, fee: priced.gas * priced.gasPrice })
    const { raw } = await sign({ ...call, gas: hex(priced.gas), nonce })
    return rpc('eth_sendRawTransaction', [raw])
  }

  /** Asks for all calls at once. They are carried out one after the other: never as one. */
  async function sendCalls({ id, from, chainId: wanted, calls = [], atomicRequired }: GivenCalls) {
    if (!takesTogether()) throw new ProviderError(4200, 'The demo wallet takes one call at a time')
    if (Number(wanted) !== config.chainId)
      throw new ProviderError(5710, 'The demo wallet knows the demo chain alone')
    if (atomicRequired === true)
      throw new ProviderError(5760, 'The demo wallet cannot carry calls out as one')
    await ready(from ?? address())
    const list = calls.map(({ to, data = '0x', value = '0x0' }): BatchCall => {
      if (to === undefined) throw new ProviderError(-32602, 'The demo wallet creates no contracts')
      return { to, data, value }
    })
    const name = id ?? crypto.randomUUID()
    if (findBatch(name) !== null) throw new ProviderError(5720, 'There are calls by this id already')
    const fees = await Promise.all(
      list.map((call) =>
        priceOf(call).then(
          ({ gas, gasPrice }) => gas * gasPrice,
          () => null,
        ),
      ),
    )
    const known = fees.filter((fee) => fee !== null)
    const fee = known.length < fees.length ? null : known.reduce((sum, one) => sum + one, 0n)
    await ask({ kind: 'calls', account: address(), calls: list, fee })
    beginBatch(name, list, sender)
    return { id: name }
  }

  return {
    isGalxDemo: true,
    request: async ({ method, params }) => {
      const list = Array.isArray(params) ? (params as readonly unknown[]) : []
      const own_ = methods[method]
      if (own_) return own_(list)
      if (!/^(eth|net|web3)_/.test(method)) throw new ProviderError(4200, `${method} is not supported`)
      return rpc(method, list)
    },
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
    },
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
    accounts: () => keyring?.addresses ?? [],
    selected: () => keyring?.selected ?? 0,
    select: (selected) => {
      if (keyring === null || selected === keyring.selected || keyring.keys[selected] === undefined) return
      keyring = { ...keyring, selected }
      saveKeyring(keyring)
      if (permitted()) emit('accountsChanged', [address()])
    },
    exportKey: () => keyring?.keys[keyring.selected] ?? null,
  }
}

type GivenCalls = {
  id?: string
  from?: HexString
  chainId?: HexString
  atomicRequired?: boolean
  calls?: { to?: HexString; data?: HexString; value?: HexString }[]
}

function hex(number: number | bigint): HexString {
  return `0x${number.toString(16)}`
}

async function forward(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await httpRpc(url, method, params)
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw new ProviderError(4900, 'The demo chain cannot be reached')
  }
}

/** The text of a hex message; the hex itself when it is no text. */
function readable(hex: string): string {
  try {
    const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return hex
  }
}
