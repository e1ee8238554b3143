// The stored transactions, with another tab of the same browser.
import { beforeEach, describe, expect, it } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { addRecord, changeRecord, restoreRecords, serialise } from '../../src/core/transactions/records.ts'
import { resumeTransactions } from '../../src/core/transactions/resume.ts'
import { type TransactionRecord, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { exampleConfig } from './exampleConfig.ts'

const KEY = 'galx_transactions'
const GENESIS = `0x${'aa'.repeat(32)}` as const

function record(id: string, startedAt: number): TransactionRecord {
  return {
    id,
    account: `0x${'ab'.repeat(20)}`,
    chainId: 56,
    genesisHash: GENESIS,
    title: id,
    call: null,
    stage: 'checking',
    steps: [],
    hash: null,
    nonce: null,
    startedAt,
    sentAt: null,
    sentBlock: null,
    finishedAt: null,
    blockNumber: null,
    problem: null,
    replacement: null,
  }
}
function kept() {
  return restoreRecords(GENESIS).map(({ id, stage }) => [id, stage])
}

beforeEach(() => {
  window.localStorage.clear()
  useTransactionStore.setState({ list: [], currentId: null })
})

describe('the records of transactions', () => {
  it('another tab’s record is neither lost nor overwritten', () => {
    addRecord(record('mine', 1))
    const theirs = { ...record('theirs', 2), stage: 'confirmed' as const, blockNumber: 7n }
    window.localStorage.setItem(KEY, serialise([theirs, ...restoreRecords(GENESIS)]))
    changeRecord('mine', { stage: 'signing' })
    expect(kept()).toEqual([
      ['theirs', 'confirmed'],
      ['mine', 'signing'],
    ])
    expect(restoreRecords(GENESIS)[0]?.blockNumber).toBe(7n)
  })

  it('a record’s own tab decides its last state', () => {
    addRecord(record('one', 1))
    // Another tab, opened meanwhile, has stored the transaction as interrupted.
    window.localStorage.setItem(KEY, serialise([{ ...record('one', 1), stage: 'failed' }]))
    changeRecord('one', { stage: 'confirmed' })
    expect(kept()).toEqual([['one', 'confirmed']])
  })

  it('keeps fifty, and starts with an empty list if the stored list cannot be read', () => {
    window.localStorage.setItem(KEY, '{not json')
    for (let index = 0; index < 60; index += 1) addRecord(record(`number ${index}`, index))
    expect(kept()).toHaveLength(50)
    expect(kept()[0]).toEqual(['number 59', 'checking'])
    window.localStorage.setItem(KEY, '[null, 3, {"id":"x"}]')
    expect(kept()).toEqual([])
  })

  it('treats an earlier visit’s record as interrupted, but not a record that this page has begun', () => {
    const config = exampleConfig({ genesisHash: GENESIS })
    useConfigStore.setState({ state: { status: 'ready', config } })
    window.localStorage.setItem(KEY, serialise([record('earlier', 1)]))
    addRecord(record('mine', 2))
    changeRecord('mine', { stage: 'signing' })
    resumeTransactions()
    const list = [
      ['mine', 'signing'],
      ['earlier', 'failed'],
    ]
    expect(useTransactionStore.getState().list.map(({ id, stage }) => [id, stage])).toEqual(list)
    expect(kept()).toEqual(list)
  })
})
