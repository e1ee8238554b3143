// Getting an allowance before a call: a wallet that does not answer, and a node that lags behind another node.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { obtainAllowances } from '../../src/core/transactions/allow.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import type { Needs } from '../../src/core/transactions/needs.ts'
import { addRecord } from '../../src/core/transactions/records.ts'
import { signAndSend, type Run } from '../../src/core/transactions/send.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { SILENT_AFTER } from '../../src/core/wallet/answerTimeout.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { exampleConfig } from './exampleConfig.ts'
import { scriptedWallet, type ScriptedWallet } from './scriptedWallet.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const HASH = `0x${'1'.repeat(64)}` as const
const STAKE: IntendedCall = { name: 'stake', pool: 'galx', amount: 5n, tier: 0, inviter: null }
/** `ERC20InsufficientAllowance(spender, allowance, needed)` */
const NOT_ALLOWED = `0xfb8f41b2${'2'.repeat(40).padStart(64, '0')}${'0'.repeat(64)}${'5'.padStart(64, '0')}`

let config = exampleConfig()
let wallet: ScriptedWallet
/** the node's answer to the simulated stake: null, or the data of its refusal */
let tried: () => string | null
let tries: number

function needs(token: 'USDT' | 'GALX'): Needs {
  const spend = { token, amount: 5n, balance: 9n, allowance: 0n, name: 'Token', nonce: 0n }
  return {
    plan: { call: STAKE, spends: [spend] },
    spender: config.contracts.StakingPools,
    missing: [spend],
    permitDeadline: 2_000n,
  }
}

function begin(): Run {
  addRecord({
    id: 'one',
    account: ACCOUNT,
    chainId: 56,
    genesisHash: config.genesisHash,
    title: '',
    call: STAKE,
    stage: 'checking',
    steps: [],
    hash: null,
    nonce: null,
    startedAt: 1,
    sentAt: null,
    sentBlock: null,
    finishedAt: null,
    blockNumber: null,
    problem: null,
    replacement: null,
  })
  return { id: 'one', account: ACCOUNT, provider: wallet, config, steps: [] }
}

/** @returns the end of the run. Handles a rejection at once, so that no rejection counts as unhandled. */
function endOf(promise: Promise<unknown>) {
  return promise.then(
    () => 'works',
    (error: unknown) => (error as { problem?: unknown }).problem ?? error,
  )
}

function pass(milliseconds: number) {
  return vi.advanceTimersByTimeAsync(milliseconds)
}

beforeEach(async () => {
  await loadLanguage('en_US')
  vi.useFakeTimers()
  window.localStorage.clear()
  config = exampleConfig()
  wallet = scriptedWallet({
    eth_chainId: () => '0x38',
    eth_getBlockByNumber: () => ({ hash: config.genesisHash }),
  })
  tried = () => null
  tries = 0
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ ...initialAppState(), address: ACCOUNT, connection: 'connected' }, true)
  useTransactionStore.setState({ list: [], currentId: null, silent: null })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: { to?: string }[] }
    const answers: Record<string, unknown> = {
      eth_estimateGas: '0x5208',
      eth_gasPrice: '0x1',
      eth_getBalance: '0xffffffffff',
      eth_getTransactionCount: '0x7',
      eth_blockNumber: '0x64',
      eth_call: '0x',
      eth_getTransactionReceipt: { status: '0x1', blockNumber: '0x65', transactionHash: HASH, logs: [] },
    }
    const isStake = method === 'eth_call' && params[0]?.to === config.contracts.StakingPools
    if (isStake) tries += 1
    const refusal = isStake ? tried() : null
    const answer =
      refusal === null
        ? { result: answers[method] }
        : { error: { code: 3, message: 'execution reverted', data: refusal } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a wallet that does not answer an allowance request', () => {
  it.each([
    ['USDT', 'allowanceSilent'],
    ['GALX', 'permitSilent'],
  ] as const)('ends as a late answer would, and never sends the transaction (%s)', async (token, code) => {
    const end = endOf(obtainAllowances(needs(token), begin()))
    await pass(SILENT_AFTER + 1_000)
    useTransactionStore.getState().silent?.stop()
    expect(await end).toEqual({ code })
  })
})

describe('a node that lags behind the node with the approval', () => {
  /** Begins and mines the approval. From here on the app simulates the call. */
  async function approved() {
    const run = begin()
    const allowed = obtainAllowances(needs('USDT'), run)
    await pass(0)
    wallet.open('eth_sendTransaction')[0]?.give(HASH)
    await pass(1_000)
    const call = await allowed
    return { end: endOf(signAndSend(run, call)) }
  }

  it('gets time for the block, and the app then asks for the call instead of reporting a refusal', async () => {
    tried = () => (tries < 3 ? NOT_ALLOWED : null)
    const { end } = await approved()
    await pass(4_000)
    expect(wallet.open('eth_sendTransaction')).toHaveLength(1)
    wallet.open('eth_sendTransaction')[0]?.give(HASH)
    expect(await end).toBe('works')
  })

  it('is not waited for forever, because the wallet may have allowed less than the app asked for', async () => {
    tried = () => NOT_ALLOWED
    const { end } = await approved()
    await pass(20_000)
    expect(await end).toMatchObject({ code: 'reverted', error: 'ERC20InsufficientAllowance' })
    expect(wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })
})
