// Getting an allowance before a call, from a wallet that stays silent about it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { obtainAllowances } from '../../src/core/transactions/allow.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import type { Needs } from '../../src/core/transactions/needs.ts'
import { addRecord } from '../../src/core/transactions/records.ts'
import type { Run } from '../../src/core/transactions/send.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { SILENT_AFTER } from '../../src/core/wallet/answerTimeout.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { exampleConfig } from './exampleConfig.ts'
import { scriptedWallet, type ScriptedWallet } from './scriptedWallet.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const STAKE: IntendedCall = { name: 'stake', pool: 'galx', amount: 5n, tier: 0, inviter: null }

let config = exampleConfig()
let wallet: ScriptedWallet

function needs(token: 'USDT' | 'GALX'): Needs {
  const spend = { token, amount: 5n, balance: 9n, allowance: 0n, name: 'Token', nonce: 0n }
  return {
    ...{ plan: { call: STAKE, spends: [spend] }, spender: config.contracts.StakingPools },
    ...{ missing: [spend], permitDeadline: 2_000n },
  }
}

function begin(): Run {
  addRecord({
    ...{ id: 'one', account: ACCOUNT, chainId: 56, genesisHash: config.genesisHash, title: '', call: STAKE },
    ...{ stage: 'checking', steps: [], hash: null, nonce: null, startedAt: 1, sentAt: null, sentBlock: null },
    ...{ finishedAt: null, blockNumber: null, problem: null, replacement: null },
  })
  return { id: 'one', account: ACCOUNT, provider: wallet, config, steps: [] }
}

/** How it ends, without an unhandled rejection meanwhile. */
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
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ ...initialAppState(), address: ACCOUNT, connection: 'connected' }, true)
  useTransactionStore.setState({ list: [], currentId: null, silent: null })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string }
    const answers: Record<string, unknown> = {
      ...{ eth_estimateGas: '0x5208', eth_gasPrice: '0x1', eth_getBalance: '0xffffffffff' },
      ...{ eth_getTransactionCount: '0x7', eth_blockNumber: '0x64', eth_call: '0x' },
    }
    return Promise.resolve(new Response(JSON.stringify({ result: answers[method] })))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a wallet that is silent about an allowance', () => {
  it.each(['USDT', 'GALX'] as const)(
    'ends with what a late answer then means: never that the transaction is sent (%s)',
    async (token) => {
      const end = endOf(obtainAllowances(needs(token), begin()))
      await pass(SILENT_AFTER + 1_000)
      useTransactionStore.getState().silent?.stop()
      expect(await end).toEqual({ code: 'allowanceSilent' })
    },
  )
})
