// Several calls in one confirmation (EIP-5792), on a real node with the real contracts.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAppStore } from '../../src/core/state/appStore.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import type { Intent } from '../../src/core/transactions/intent.ts'
import { serialise } from '../../src/core/transactions/records.ts'
import { resumeTransactions } from '../../src/core/transactions/resume.ts'
import { runTransaction, sendCalls } from '../../src/core/transactions/runTransaction.ts'
import { type TransactionRecord, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { GIVE_UP_AFTER } from '../../src/core/transactions/watch.ts'
import { STATUS_LATE } from '../../src/core/transactions/watchBatch.ts'
import { READ_TIMEOUT, SILENT_AFTER } from '../../src/core/wallet/answerTimeout.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { connectWallet } from './connectWallet.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'
import { KeyWallet } from './keyWallet.ts'

let test: TestChain
let wallet: KeyWallet

beforeAll(async () => {
  test = await deployForTest()
}, 120_000)
afterAll(async () => {
  await test.chain.stop()
})

beforeEach(async () => {
  window.localStorage.clear()
  wallet = new KeyWallet(test)
  wallet.automine = true
  wallet.batches = true
  await test.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  for (const token of ['GALX', 'MCM'] as const)
    await give(test, test.config.tokens[token].address, wallet.address, 100n * ETHER)
  connectWallet(test, wallet)
})

function intentOf(call: IntendedCall, amount = 0n): Intent {
  return {
    describe: () => call.name,
    prepare: () => ({ call, spends: amount === 0n ? [] : [{ token: 'GALX', amount }] }),
  }
}
const AMOUNT = 3n * ETHER
const stake: IntendedCall = { name: 'stake', pool: 'galx', amount: AMOUNT, tier: 0, inviter: null }
function claim(pool: 'galx' | 'galxMcm'): Intent {
  return intentOf({ name: 'claim', pool, to: wallet.address })
}
function record(index = 0): TransactionRecord {
  const found = useTransactionStore.getState().list[index]
  if (!found) throw new Error('no record')
  return found
}
function stage(wanted: TransactionRecord['stage'], index = 0) {
  return expect.poll(() => record(index).stage, { timeout: 15_000, interval: 50 }).toBe(wanted)
}
function steps() {
  return record().steps.map(({ kind, status }) => `${kind} ${status}`)
}

describe('approve and stake', () => {
  it('goes in one confirmation, and the receipts come from the wallet', async () => {
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    expect(steps()).toEqual(['approve done', 'call done'])
    expect(record().batch?.hashes).toHaveLength(2)
    expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: AMOUNT, token: 'GALX' }])
    await expect.poll(() => record().outcome?.changes.map(({ label }) => label)).toContain('balance')
  })

  it('never asks for atomic execution, and names its own id', async () => {
    const asked: unknown[] = []
    const real = wallet.request.bind(wallet)
    wallet.request = (call) => {
      if (call.method === 'wallet_sendCalls') asked.push((call.params as unknown[])[0])
      return real(call)
    }
    await runTransaction(intentOf(stake, AMOUNT))
    expect(asked).toMatchObject([
      {
        version: '2.0.0',
        chainId: '0x38',
        from: wallet.address,
        atomicRequired: false,
        id: record().batch?.id,
      },
    ])
    await stage('confirmed')
  })

  it('asks for no capabilities if one call is enough', async () => {
    await wallet.sendOwn({
      name: 'approve',
      token: 'GALX',
      spender: test.config.contracts.StakingPools,
      amount: AMOUNT,
    })
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(wallet.requests).not.toContain('wallet_getCapabilities')
    expect(wallet.asked).toEqual(['eth_sendTransaction'])
  })

  it.each([
    [5700, 'unsupported'],
    [5710, 'chain'],
    [5740, 'tooMany'],
    [5750, 'notUpgraded'],
    [5760, 'notAtomic'],
  ])('falls back to single calls after refusal %s, and no batch is requested again', async (code, reason) => {
    wallet.batchError = code
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(record().apart).toBe(reason)
    // GALX supports permits: a signature replaces the approval.
    expect(wallet.asked).toEqual(['wallet_sendCalls', 'eth_signTypedData_v4', 'eth_sendTransaction'])
    useAppStore.setState({ disabeldMatch: false })
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
  })

  it.each([
    ['other capabilities alone', { alternateGasFees: { supported: true } }],
    ['none', {}],
  ])('falls back to single calls for a wallet that lists %s', async (_, capabilities) => {
    wallet.capabilities = capabilities
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(record().apart).toBeUndefined()
  })

  it.each([['supported'], ['ready'], ['unsupported']])(
    'is requested at once if the wallet names its atomic status: %s',
    async (status) => {
      wallet.capabilities = { alternateGasFees: { supported: true }, atomic: { status } }
      await runTransaction(intentOf(stake, AMOUNT))
      await stage('confirmed')
      expect(wallet.asked).toEqual(['wallet_sendCalls'])
    },
  )

  it('falls back to single calls after the wallet has once not answered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const real = wallet.request.bind(wallet)
    try {
      wallet.request = (call) => (call.method === 'wallet_sendCalls' ? new Promise(() => {}) : real(call))
      const first = runTransaction(intentOf(stake, AMOUNT))
      await expect.poll(() => record().stage).toBe('signing')
      await vi.advanceTimersByTimeAsync(SILENT_AFTER + 1_000)
      useTransactionStore.getState().silent?.stop()
      await first
      expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'walletSilent' } })
    } finally {
      vi.useRealTimers()
    }
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  })

  it.each([[-32_603], [-32_000], [-1]])(
    'falls back to single calls after any other error, such as %s, and no batch is requested again',
    async (code) => {
      wallet.batchError = code
      await runTransaction(intentOf(stake, AMOUNT))
      await stage('confirmed')
      expect(record().apart).toBe('fault')
      expect(wallet.asked).toEqual(['wallet_sendCalls', 'eth_signTypedData_v4', 'eth_sendTransaction'])
      useAppStore.setState({ disabeldMatch: false })
      await runTransaction(intentOf(stake, AMOUNT))
      await stage('confirmed')
      expect(wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
    },
  )

  it('is followed, and not requested again, if the wallet has accepted it and then fails', async () => {
    wallet.failsAfter = -32_603
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: AMOUNT, token: 'GALX' }])
  })

  it('is not sent twice if the wallet has sent some of it, fails, and no longer knows it', async () => {
    wallet.failsAfter = -32_603
    wallet.forgets = true
    await runTransaction(intentOf(stake, AMOUNT))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'batchUnclear' }, batch: null })
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    expect(wallet.sent).toHaveLength(2)
  })

  it('is not sent twice for a contract account, whose transactions others send and count', async () => {
    await test.rpc('anvil_setCode', wallet.address, '0x00')
    wallet.batchError = -32_603
    const real = wallet.request.bind(wallet)
    wallet.request = (call) =>
      call.method === 'wallet_getCallsStatus'
        ? Promise.reject(Object.assign(new Error('no such method'), { code: -32_601 }))
        : real(call)
    await runTransaction(intentOf(stake, AMOUNT))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'batchUnclear' }, batch: null })
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
  })

  it('ends with the person’s refusal even if the wallet gives only words', async () => {
    const real = wallet.request.bind(wallet)
    wallet.request = (call) =>
      call.method === 'wallet_sendCalls' ? Promise.reject('User rejected the request' as never) : real(call)
    await runTransaction(intentOf(stake, AMOUNT))
    expect(record().stage).toBe('refused')
    expect(wallet.asked).toEqual([])
  })

  it('is not requested again if the wallet already has it (5720): the wallet reports its result', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      wallet.duplicate = true
      wallet.mute = true
      await runTransaction(intentOf(stake, AMOUNT))
      expect(record()).toMatchObject({ stage: 'pending', problem: { code: 'batchDuplicate' } })
      wallet.mute = false
      await vi.advanceTimersByTimeAsync(2 * READ_TIMEOUT)
      await stage('confirmed')
      expect(record().problem).toBeNull()
      expect(wallet.asked).toEqual(['wallet_sendCalls'])
      expect(wallet.sent).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends with the person’s refusal, and requests nothing else', async () => {
    wallet.refuse = true
    await runTransaction(intentOf(stake, AMOUNT))
    expect(record().stage).toBe('refused')
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
  })

  it('names the completed steps if only a part was carried out', async () => {
    wallet.carriesOut = 1
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('failed')
    expect(record().problem).toEqual({ code: 'batchPartly' })
    expect(steps()).toEqual(['approve done', 'call waiting'])
  })

  it('says so if the wallet abandoned the batch', async () => {
    wallet.carriesOut = 0
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('failed')
    expect(record().problem).toEqual({ code: 'batchAbandoned' })
  })
})

describe('the status in another form', () => {
  function answers(change: (status: { status: number; receipts: object[] }) => object) {
    const real = wallet.request.bind(wallet)
    wallet.request = async (call) => {
      const answer = await real(call)
      return call.method === 'wallet_getCallsStatus' ? change(answer as never) : answer
    }
  }

  it.each([
    [
      'the first version’s word',
      ({ receipts }: { receipts: object[] }) => ({ status: 'CONFIRMED', receipts }),
    ],
    ['a number as text', ({ receipts }: { receipts: object[] }) => ({ status: '200', receipts })],
    ['hex', ({ receipts }: { receipts: object[] }) => ({ status: '0xc8', receipts })],
    [
      'receipts without a status',
      ({ receipts }: { receipts: object[] }) => ({
        status: 'CONFIRMED',
        receipts: receipts.map((receipt) => ({ ...receipt, status: 'success' })),
      }),
    ],
  ])('is understood: %s', async (_, change) => {
    answers(change)
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: AMOUNT, token: 'GALX' }])
  })

  it.each([[{}], [{ receipts: null }], [{ receipts: [] }]])(
    'is accepted without receipts (%o) once the chain shows the calls’ change',
    async (receipts) => {
      answers(() => ({ status: 200, ...receipts }))
      await runTransaction(intentOf(stake, AMOUNT))
      await stage('confirmed')
      expect(steps()).toEqual(['approve done', 'call done'])
    },
  )

  it('is accepted with a hash that no node knows once the chain shows the calls’ change', async () => {
    const foreign = { status: '0x1', blockNumber: '0x1', logs: [], transactionHash: `0x${'ee'.repeat(32)}` }
    answers(() => ({ status: 200, receipts: [foreign] }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await runTransaction(intentOf(stake, AMOUNT))
      // A node may show the transaction late.
      await vi.advanceTimersByTimeAsync(STATUS_LATE / 2)
      expect(record().stage).toBe('pending')
      await vi.advanceTimersByTimeAsync(STATUS_LATE)
      await stage('confirmed')
    } finally {
      vi.useRealTimers()
    }
    expect(steps()).toEqual(['approve done', 'call done'])
    expect(record().batch?.hashes).toEqual([])
  })

  it('is not accepted without receipts while the chain shows no change', async () => {
    wallet.carriesOut = 0
    let asked = 0
    answers(() => ({ status: (asked += 1) < 3 ? 200 : 400 }))
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('failed')
    expect(asked).toBe(3)
    expect(record().problem).toEqual({ code: 'batchAbandoned' })
  })

  it('with one word for all calls reports that no call took effect if none did', async () => {
    answers(({ receipts }) => ({
      status: 'CONFIRMED',
      receipts: receipts.map((receipt) => ({ ...receipt, status: '0x0' })),
    }))
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('failed')
    expect(record().problem?.code).toBe('reverted')
  })
})

describe('two claims', () => {
  it('go in one confirmation if the wallet takes several calls', async () => {
    await sendCalls([claim('galx'), claim('galxMcm')])
    await stage('confirmed')
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    expect(useTransactionStore.getState().list).toHaveLength(1)
    expect(record().title).toEqual(['claim', 'claim'])
  })

  it('go one after the other if it does not, each with its own record', async () => {
    wallet.batches = false
    await sendCalls([claim('galx'), claim('galxMcm')])
    await stage('confirmed', 0)
    await stage('confirmed', 1)
    expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(useTransactionStore.getState().list.map(({ call }) => call)).toMatchObject([
      { pool: 'galxMcm' },
      { pool: 'galx' },
    ])
  })

  it('stop at the first refusal', async () => {
    wallet.batches = false
    wallet.refuse = true
    await sendCalls([claim('galx'), claim('galxMcm')])
    expect(record().stage).toBe('refused')
    expect(wallet.asked).toEqual(['eth_sendTransaction'])
  })
})

describe('another account or wallet', () => {
  it('chosen while the wallet asks for the batch leaves it followed to its end', async () => {
    wallet.before = async () => useAppStore.setState({ address: `0x${'cd'.repeat(20)}` })
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    expect(record().account).toBe(wallet.address)
    expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: AMOUNT, token: 'GALX' }])
  })

  it('does not end a batch that its wallet shows only to its own account', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      wallet.before = async () => useAppStore.setState({ address: `0x${'cd'.repeat(20)}` })
      wallet.forgets = true
      await runTransaction(intentOf(stake, AMOUNT))
      await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER + STATUS_LATE)
      expect(record()).toMatchObject({ stage: 'pending', problem: { code: 'batchSilent' } })
      useAppStore.setState({ address: wallet.address })
      wallet.forgets = false
      await vi.advanceTimersByTimeAsync(2 * READ_TIMEOUT)
      await stage('confirmed')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not asked about the batch, and the sheet says so until the batch’s wallet is connected', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { connected } = useWalletStore.getState()
      const other = { ...connected!, id: 'okx' as const, provider: new KeyWallet(test) }
      wallet.before = async () => useWalletStore.setState({ connected: other })
      await runTransaction(intentOf(stake, AMOUNT))
      await vi.advanceTimersByTimeAsync(STATUS_LATE + 2 * READ_TIMEOUT)
      expect(record()).toMatchObject({ stage: 'pending', problem: { code: 'batchAway' } })
      expect(other.provider.requests).not.toContain('wallet_getCallsStatus')
      useWalletStore.setState({ connected })
      await vi.advanceTimersByTimeAsync(2 * READ_TIMEOUT)
      await stage('confirmed')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a status that does not come', () => {
  it('is reported after a while, and is accepted if it comes later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      wallet.mute = true
      await runTransaction(intentOf(stake, AMOUNT))
      expect(record()).toMatchObject({ stage: 'pending', problem: null })
      await vi.advanceTimersByTimeAsync(STATUS_LATE + 2 * READ_TIMEOUT)
      expect(record()).toMatchObject({ stage: 'pending', problem: { code: 'batchSilent' } })
      wallet.mute = false
      await vi.advanceTimersByTimeAsync(2 * READ_TIMEOUT)
      await stage('confirmed')
      expect(record().problem).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('is requested again after a reload, by the batch’s id', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      wallet.mute = true
      await runTransaction(intentOf(stake, AMOUNT))
      const { id } = record()
      // Stands in for a closed page: after the open request, nothing follows the batch.
      useTransactionStore.setState({ list: [], currentId: null })
      await vi.advanceTimersByTimeAsync(2 * READ_TIMEOUT)
      wallet.mute = false
      resumeTransactions()
      await stage('confirmed')
      expect(record().id).toBe(id)
      expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: AMOUNT, token: 'GALX' }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is requested after a reload even if the page was closed before the wallet had answered', async () => {
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    const kept = record()
    useTransactionStore.setState({ list: [], currentId: null })
    window.localStorage.setItem(
      'galx_transactions',
      serialise([{ ...kept, stage: 'signing', sentAt: null, finishedAt: null, outcome: null }]),
    )
    resumeTransactions()
    expect(record()).toMatchObject({ stage: 'pending', problem: { code: 'interrupted' } })
    await stage('confirmed')
  })

  it('of a batch that never reached the wallet ends as interrupted', async () => {
    await runTransaction(intentOf(stake, AMOUNT))
    await stage('confirmed')
    const kept = record()
    wallet.taken.clear()
    useTransactionStore.setState({ list: [], currentId: null })
    window.localStorage.setItem(
      'galx_transactions',
      serialise([{ ...kept, stage: 'signing', sentAt: null, finishedAt: null, outcome: null }]),
    )
    resumeTransactions()
    await stage('failed')
    expect(record().problem).toEqual({ code: 'interrupted' })
  })

  it('of a batch that the wallet has not known for a minute has a message; a reload requests it again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      wallet.mute = true
      await runTransaction(intentOf(stake, AMOUNT))
      wallet.mute = false
      const taken = [...wallet.taken]
      wallet.taken.clear()
      await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER / 2)
      expect(record().stage).toBe('pending')
      await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER)
      await stage('dropped')
      expect(record().problem).toEqual({ code: 'batchUnknown' })

      for (const [id, batch] of taken) wallet.taken.set(id, batch)
      useTransactionStore.setState({ list: [], currentId: null })
      resumeTransactions()
      await stage('confirmed')
      expect(record().problem).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
