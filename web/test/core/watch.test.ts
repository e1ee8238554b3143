// Following a sent transaction, against a node that answers, refuses or cannot be reached as a test says.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { encodeCall } from '../../src/core/transactions/calldata.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import { changeRecord } from '../../src/core/transactions/records.ts'
import { type TransactionRecord, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { GIVE_UP_AFTER, SLOW_POLL_INTERVAL, watch } from '../../src/core/transactions/watch.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { exampleConfig } from './exampleConfig.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const HASH = `0x${'1'.repeat(64)}` as const
const OTHER_HASH = `0x${'2'.repeat(64)}` as const
const CLAIM: IntendedCall = { name: 'claim', pool: 'galx', to: `0x${'1'.repeat(40)}` }

type Answers = Record<string, (params: string[]) => unknown>

/** An answer throws this error to refuse. Any other error is an outage. */
class RefusalError extends Error {}

/** The node's answers if the transaction `OTHER_HASH`, which makes the same call, has used the account's nonce 7 in block 99. */
function usedUp(): Answers {
  return {
    eth_blockNumber: () => '0x64',
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
    eth_getTransactionCount: ([, block]) => (block === 'latest' || Number(block) >= 99 ? '0x8' : '0x7'),
    eth_getBlockByNumber: () => ({
      transactions: [{ hash: OTHER_HASH, from: ACCOUNT, nonce: '0x7', ...input(CLAIM) }],
    }),
  }
}
function receipt(hash: string) {
  return { status: '0x1', blockNumber: '0x63', transactionHash: hash }
}

function input(call: IntendedCall) {
  const { to, data } = encodeCall(call, exampleConfig())
  return { to, input: data }
}

let node: Answers

function recordOf(change: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id: 'one',
    account: ACCOUNT,
    chainId: 56,
    genesisHash: exampleConfig().genesisHash,
    title: 'claim',
    call: CLAIM,
    stage: 'pending',
    steps: [],
    hash: HASH,
    nonce: 7,
    nonceSeen: true,
    startedAt: 1,
    sentAt: 1,
    sentBlock: 90n,
    finishedAt: null,
    blockNumber: null,
    problem: null,
    replacement: null,
    ...change,
  }
}
function record() {
  return useTransactionStore.getState().list[0]
}

function follow(change: Partial<TransactionRecord> = {}, intent: Parameters<typeof watch>[1] = {}) {
  useTransactionStore.setState({ list: [recordOf(change)], currentId: null })
  return watch('one', intent)
}

beforeEach(() => {
  vi.useFakeTimers()
  window.localStorage.clear()
  useConfigStore.setState({ state: { status: 'ready', config: exampleConfig() } })
  useWalletStore.setState({ connected: null })
  useAppStore.setState(initialAppState(), true)
  node = usedUp()
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: string[] }
    try {
      return new Response(JSON.stringify({ result: node[method]?.(params) }))
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return new Response(JSON.stringify({ error: { code: -32000, message: error.message } }))
    }
  })
})

afterEach(async () => {
  useTransactionStore.setState({ list: [], currentId: null })
  await vi.advanceTimersByTimeAsync(2_000)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a report to the server', () => {
  it('waits until a node knows the transaction, and is repeated while the server does not know it', async () => {
    node.eth_getTransactionCount = () => '0x7'
    const reported: string[] = []
    const heard = [false, true]
    const report = (hash: string) => Promise.resolve(reported.push(hash) > 0 && heard.shift() === true)
    const end = follow({}, { report })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reported).toEqual([])
    node.eth_getTransactionByHash = () => ({ nonce: '0x7' })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(reported).toEqual([HASH])
    node.eth_getTransactionReceipt = () => receipt(HASH)
    await vi.advanceTimersByTimeAsync(10_000)
    await end
    expect(record()?.stage).toBe('confirmed')
    expect(reported).toEqual([HASH, HASH])
  })

  it('names the transaction that counts after a speed-up', async () => {
    const reported: string[] = []
    node.eth_getTransactionReceipt = ([hash]) => (hash === OTHER_HASH ? receipt(OTHER_HASH) : null)
    const end = follow({}, { report: (hash) => Promise.resolve(reported.push(hash) > 0) })
    await vi.advanceTimersByTimeAsync(2_000)
    await end
    expect(reported).toEqual([OTHER_HASH])
  })
})

describe('a transaction whose nonce another transaction has used', () => {
  it('stays pending while no node answers the search, and is settled afterwards', async () => {
    const blocks = node.eth_getBlockByNumber
    node.eth_getBlockByNumber = () => {
      throw new TypeError('fetch failed')
    }
    const end = follow()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(record()).toMatchObject({ stage: 'pending', replacement: null })
    node.eth_getBlockByNumber = blocks as never
    node.eth_getTransactionReceipt = ([hash]) => (hash === OTHER_HASH ? receipt(OTHER_HASH) : null)
    await vi.advanceTimersByTimeAsync(2_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: OTHER_HASH, replacement: { how: 'spedUp' } })
  })

  it('may have a later nonce if no node has shown it, so a mined transaction does not count as its replacement', async () => {
    node.eth_getBlockByNumber = () => ({
      transactions: [
        { hash: OTHER_HASH, from: ACCOUNT, nonce: '0x7', to: `0x${'5'.repeat(40)}`, input: '0x1234' },
      ],
    })
    const end = follow({ nonceSeen: false })
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER - 2_000)
    expect(record()).toMatchObject({ stage: 'pending', replacement: null })
    // The transaction reached validators without the asked nodes, and is now in a block.
    node.eth_getTransactionReceipt = ([hash]) => (hash === HASH ? receipt(HASH) : null)
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: HASH, replacement: null })
  })

  it('does not mistake an earlier transaction of this app for a sped-up copy', async () => {
    node.eth_getTransactionReceipt = ([hash]) => (hash === OTHER_HASH ? receipt(OTHER_HASH) : null)
    const end = follow({ nonceSeen: false })
    useTransactionStore.setState(({ list }) => ({
      list: [...list, recordOf({ id: 'earlier', hash: OTHER_HASH, stage: 'confirmed' })],
    }))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(record()).toMatchObject({ stage: 'pending', hash: HASH, replacement: null })
    node.eth_getTransactionReceipt = ([hash]) => receipt(hash as string)
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: HASH })
  })

  it('is replaced by an unknown transaction if the node refuses to look that far back', async () => {
    node.eth_getTransactionCount = ([, block]) => {
      if (block !== 'latest') throw new RefusalError('missing trie node')
      return '0x8'
    }
    const end = follow()
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER - 1_000)
    expect(record()).toMatchObject({ stage: 'pending', replacement: null })
    await vi.advanceTimersByTimeAsync(3_000)
    await end
    expect(record()).toMatchObject({ stage: 'replaced', replacement: { hash: null, how: 'other' } })
  })

  it('stays pending if the node counts it before showing its block, and is confirmed afterwards', async () => {
    // The node counts the nonce as used, but shows only the block before the transaction's.
    node.eth_getTransactionCount = ([, block]) => (block === 'latest' ? '0x8' : '0x7')
    node.eth_getBlockByNumber = () => ({ transactions: [] })
    const end = follow()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(record()).toMatchObject({ stage: 'pending', replacement: null })
    node.eth_getTransactionReceipt = ([hash]) => (hash === HASH ? receipt(HASH) : null)
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: HASH, replacement: null })
  })

  it('stays sped up once the speed-up was seen, however long the receipt is missing', async () => {
    const end = follow()
    await vi.advanceTimersByTimeAsync(1_500)
    node.eth_getBlockByNumber = () => {
      throw new RefusalError('header not found')
    }
    await vi.advanceTimersByTimeAsync(2 * GIVE_UP_AFTER)
    expect(record()).toMatchObject({ stage: 'pending', replacement: { hash: OTHER_HASH, how: 'spedUp' } })
    node.eth_getTransactionReceipt = ([hash]) => (hash === OTHER_HASH ? receipt(OTHER_HASH) : null)
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: OTHER_HASH })
  })

  it('is not its own replacement if its block is shown before its receipt', async () => {
    const own = { hash: HASH, from: ACCOUNT, nonce: '0x7', ...input(CLAIM) }
    node.eth_getBlockByNumber = () => ({ transactions: [own] })
    const end = follow()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(record()).toMatchObject({ stage: 'pending', replacement: null })
    node.eth_getTransactionReceipt = ([hash]) => (hash === HASH ? receipt(HASH) : null)
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: HASH, replacement: null })
  })

  it('is followed on while no node has the receipt of the same call under the new hash', async () => {
    const end = follow()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(record()).toMatchObject({
      stage: 'pending',
      hash: HASH,
      replacement: { hash: OTHER_HASH, how: 'spedUp' },
    })
    // The block is now too old to be searched. The app still remembers the replacement that it found.
    node.eth_getBlockByNumber = () => {
      throw new RefusalError('header not found')
    }
    node.eth_getTransactionReceipt = ([hash]) => (hash === OTHER_HASH ? receipt(OTHER_HASH) : null)
    await vi.advanceTimersByTimeAsync(1_000)
    await end
    expect(record()).toMatchObject({ stage: 'confirmed', hash: OTHER_HASH, replacement: { how: 'spedUp' } })
  })
})

describe('a transaction that no node knows', () => {
  beforeEach(() => {
    node.eth_getTransactionCount = () => '0x7'
  })

  it('is dropped after a minute and several looks without a trace, but not by a page that slept', async () => {
    const end = follow()
    await vi.advanceTimersByTimeAsync(1_500)
    const clock = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 10 * GIVE_UP_AFTER)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(record()?.stage).toBe('pending')
    await vi.advanceTimersByTimeAsync(5_000)
    await end
    expect(record()?.stage).toBe('dropped')
  })

  it.each([[-3_600_000], [4 * 3_600_000]])(
    'is dropped and found again at its time if the device’s clock is set by %o',
    async (change) => {
      const end = follow({ sentAt: Date.now() })
      await vi.advanceTimersByTimeAsync(1_500)
      vi.setSystemTime(Date.now() + change)
      await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER)
      expect(record()?.stage).toBe('dropped')
      node.eth_getTransactionReceipt = ([hash]) => receipt(hash as string)
      await vi.advanceTimersByTimeAsync(SLOW_POLL_INTERVAL)
      await end
      expect(record()?.stage).toBe('confirmed')
    },
  )

  it('is read again at once if it is pending again because its bytes were sent again', async () => {
    const end = follow({ sentAt: Date.now() })
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER + 2_000)
    expect(record()?.stage).toBe('dropped')
    node.eth_getTransactionReceipt = ([hash]) => receipt(hash as string)
    changeRecord('one', { stage: 'pending', finishedAt: null })
    await vi.advanceTimersByTimeAsync(100)
    await end
    expect(record()?.stage).toBe('confirmed')
  })

  it('is confirmed if it is mined after it was dropped, and then has the next steps of a confirmed transaction', async () => {
    const done = vi.fn()
    const end = follow({ sentAt: Date.now() }, { done })
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER + 2_000)
    expect(record()?.stage).toBe('dropped')
    node.eth_getTransactionReceipt = ([hash]) => receipt(hash as string)
    await vi.advanceTimersByTimeAsync(SLOW_POLL_INTERVAL)
    await end
    expect(record()?.stage).toBe('confirmed')
    expect(done).toHaveBeenCalledOnce()
  })

  it('is pending again when a node knows it again', async () => {
    const end = follow({ sentAt: Date.now() })
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER + 2_000)
    expect(record()?.stage).toBe('dropped')
    node.eth_getTransactionByHash = () => ({ nonce: '0x7' })
    await vi.advanceTimersByTimeAsync(SLOW_POLL_INTERVAL)
    expect(record()).toMatchObject({ stage: 'pending', finishedAt: null })
    node.eth_getTransactionReceipt = ([hash]) => receipt(hash as string)
    await vi.advanceTimersByTimeAsync(2_000)
    await end
    expect(record()?.stage).toBe('confirmed')
  })

  it('counts as missing again after an outage', async () => {
    const end = follow()
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER - 5_000)
    const receipts = node.eth_getTransactionReceipt as Answers[string]
    node.eth_getTransactionReceipt = () => {
      throw new TypeError('fetch failed')
    }
    await vi.advanceTimersByTimeAsync(10_000)
    node.eth_getTransactionReceipt = receipts
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER - 5_000)
    expect(record()?.stage).toBe('pending')
    await vi.advanceTimersByTimeAsync(10_000)
    await end
    expect(record()?.stage).toBe('dropped')
  })
})

describe('a call on a pool that the configuration no longer has', () => {
  const call: IntendedCall = { name: 'claim', pool: 'galxMcm', to: `0x${'1'.repeat(40)}` }

  it('ends as replaced, with the other transaction to look at', async () => {
    await follow({ call })
    expect(record()).toMatchObject({ stage: 'replaced', replacement: { hash: OTHER_HASH, how: 'other' } })
  })

  it('ends as failed when it was reverted', async () => {
    node.eth_getTransactionReceipt = ([hash]) => ({ ...receipt(hash as string), status: '0x0' })
    await follow({ call })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'reverted', reason: null } })
  })
})
