/** An EIP-1193 provider with a local key, only for the embedded chain: it refuses any chain with another first block. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { Eip1193Provider } from '../core/wallet/walletStore.ts'
import { findBatch, statusOf, takesTogether, type Batch } from './batches.ts'
import { createDemoChain, type DemoChain } from './demoChain.ts'
import { ask, ProviderError, type TypedData, useQuestions } from './questions.ts'
import { createSending, type GivenCalls } from './sending.ts'
import { createWalletKeys, type WalletKeys } from './walletKeys.ts'

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
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never)
  }
  const keys = createWalletKeys()
  const chain = createDemoChain(config)
  const methods = methodsOf(keys, chain, emit)

  return {
    isGalxDemo: true,
    request: async ({ method, params }) => {
      const list = Array.isArray(params) ? (params as readonly unknown[]) : []
      const own_ = methods[method]
      if (own_) return own_(list)
      if (!/^(eth|net|web3)_/.test(method)) throw new ProviderError(4200, `${method} is not supported`)
      return chain.rpc(method, list)
    },
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
    },
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
    accounts: () => keys.keyring()?.addresses ?? [],
    selected: () => keys.keyring()?.selected ?? 0,
    select: (selected) => {
      if (keys.select(selected) && keys.permitted()) emit('accountsChanged', [keys.address()])
    },
    exportKey: () => {
      const keyring = keys.keyring()
      return keyring?.keys[keyring.selected] ?? null
    },
  }
}

/** The methods that the wallet answers itself; the endpoint answers the rest. */
function methodsOf(
  keys: WalletKeys,
  chain: DemoChain,
  emit: (event: string, payload: unknown) => void,
): Record<string, (params: readonly unknown[]) => unknown> {
  const sending = createSending(keys, chain)
  /** null before the first connection */
  const known = () => (keys.keyring() === null ? null : keys.address())

  return {
    eth_accounts: () => (keys.permitted() ? [keys.address()] : []),
    eth_requestAccounts: async () => {
      if (!keys.permitted()) {
        await ask({ kind: 'connect', account: known() })
        await keys.change({ permitted: true })
      }
      return [keys.address()]
    },
    eth_chainId: () => `0x${keys.chainId().toString(16)}`,
    net_version: () => String(keys.chainId()),
    wallet_addEthereumChain: () => {
      throw new ProviderError(4200, 'The demo wallet supports only the demo chain')
    },
    wallet_switchEthereumChain: async ([wanted]) => {
      const target = Number((wanted as { chainId?: unknown } | undefined)?.chainId)
      if (target !== chain.chainId) throw new ProviderError(4902, 'The demo wallet does not know this chain')
      await chain.assertChain()
      if (keys.chainId() === target) return null
      await ask({ kind: 'switch', account: known(), chainId: target })
      await keys.change({ chainId: target })
      emit('chainChanged', `0x${target.toString(16)}`)
      return null
    },
    personal_sign: async ([message, signer]) => {
      const account = keys.own(signer)
      const raw = message as HexString
      await ask({ kind: 'message', account, text: readable(raw) })
      return (await keys.account(account)).signMessage({ message: { raw } })
    },
    eth_signTypedData_v4: async ([signer, json]) => {
      const account = keys.own(signer)
      await chain.assertChain()
      const data = (typeof json === 'string' ? JSON.parse(json) : json) as TypedData
      if (Number(data.domain.chainId) !== chain.chainId)
        throw new ProviderError(-32602, 'The data is for another chain')
      await ask({ kind: 'typedData', account, data })
      return (await keys.account(account)).signTypedData(data as never)
    },
    eth_sendTransaction: async ([given]) => sending.send(given as Record<string, HexString | undefined>),
    wallet_getCapabilities: ([asked]) => {
      keys.own(asked)
      if (!takesTogether()) throw new ProviderError(4200, 'The demo wallet takes one call at a time')
      return { [hex(chain.chainId)]: { atomic: { status: 'unsupported' } } }
    },
    wallet_sendCalls: ([given]) => sending.sendCalls(given as GivenCalls),
    wallet_getCallsStatus: async ([id]) => {
      const batch = knownBatch(id)
      const answer = await statusOf(batch, sending.sender)
      return { version: '2.0.0', id: batch.id, chainId: hex(chain.chainId), atomic: false, ...answer }
    },
    wallet_showCallsStatus: ([id]) => {
      const batch = knownBatch(id)
      useQuestions.setState({ shownBatch: batch.id })
      return null
    },
  }
}

function knownBatch(id: unknown): Batch {
  const batch = findBatch(String(id))
  if (batch === null) throw new ProviderError(5730, 'The demo wallet has no calls with this id')
  return batch
}

function hex(number: number): HexString {
  return `0x${number.toString(16)}`
}

/** The text of a hex message; the hex itself if it is not text. */
function readable(hex: string): string {
  try {
    const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return hex
  }
}
