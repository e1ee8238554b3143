// A transaction that is followed again after a reload ends with a notice: its sheet is not open.
import { beforeEach, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { setEffects } from '../../src/core/state/effects.ts'
import { changeRecord, serialise } from '../../src/core/transactions/records.ts'
import { resumeTransactions } from '../../src/core/transactions/resume.ts'
import {
  showTransaction,
  useTransactionStore,
  type TransactionRecord,
} from '../../src/core/transactions/transactionStore.ts'
import { exampleConfig } from './exampleConfig.ts'

let end: (stage: TransactionRecord['stage'] | null) => void
function follow(id: string): Promise<void> {
  return new Promise((resolve) => {
    end = (stage) => {
      if (stage !== null) changeRecord(id, { stage, finishedAt: Date.now() })
      resolve()
    }
  })
}
vi.mock('../../src/core/transactions/watchBatch.ts', () => ({ watchBatch: (id: string) => follow(id) }))
vi.mock('../../src/core/transactions/watch.ts', () => ({ watch: (id: string) => follow(id) }))

const notices: string[] = []

function resumed(batch: boolean): void {
  const { genesisHash } = exampleConfig()
  const now = Date.now()
  const record = {
    id: 'a',
    account: `0x${'ab'.repeat(20)}`,
    chainId: 56,
    genesisHash,
    call: null,
    stage: 'pending',
    title: { name: 'stake', values: ['5 GALX'] },
    steps: [],
    hash: batch ? null : `0x${'11'.repeat(32)}`,
    nonce: null,
    startedAt: now,
    sentAt: now,
    sentBlock: null,
    finishedAt: null,
    blockNumber: null,
    problem: null,
    replacement: null,
    ...(batch && { batch: { id: '0x1', calls: [], hashes: [] } }),
  } as unknown as TransactionRecord
  window.localStorage.setItem('galx_transactions', serialise([record]))
  resumeTransactions()
}

beforeEach(() => {
  window.localStorage.clear()
  notices.length = 0
  setEffects({ notify: (text, { kind }) => notices.push(`${kind} ${text}`), navigate: () => {} })
  useConfigStore.setState({ state: { status: 'ready', config: exampleConfig() } })
  useTransactionStore.setState({ list: [], currentId: null })
})

it.each([
  ['a batch', true],
  ['a transaction', false],
])('%s that ended is named, with its end', async (_, batch) => {
  for (const [stage, words] of [
    ['confirmed', 'success 质押 5 GALX · 已确认'],
    ['failed', 'error 质押 5 GALX · 失败'],
  ] as const) {
    notices.length = 0
    end = () => {}
    const before = end
    useTransactionStore.setState({ list: [], currentId: null })
    resumed(batch)
    await vi.waitFor(() => expect(end).not.toBe(before))
    end(stage)
    await vi.waitFor(() => expect(notices).toEqual([words]))
  }
})

it.each([
  ['its sheet is open', 'confirmed'],
  ['it has not ended', null],
] as const)('no notice is shown if %s', async (why, stage) => {
  end = () => {}
  const before = end
  resumed(true)
  await vi.waitFor(() => expect(end).not.toBe(before))
  if (stage !== null) showTransaction('a')
  end(stage)
  await new Promise((resolve) => setTimeout(resolve))
  expect(notices, why).toEqual([])
})
