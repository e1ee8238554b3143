// A sent transaction after a reload, on a real node: only the browser's storage is left.
import { expect, it, vi } from 'vitest'
import { ETHER } from './deployForTest.ts'
import { galx, playOnChain, stake } from './playOnChain.ts'

const scene = playOnChain()

/** The app in a new page: its modules load again, and know only the browser's storage. */
async function openPage() {
  vi.resetModules()
  const { connectWallet } = await import('./connectWallet.ts')
  const actions = await import('./playOnChain.ts')
  const { changeRecord } = await import('../../src/core/transactions/records.ts')
  const { resumeTransactions } = await import('../../src/core/transactions/resume.ts')
  const { currentTransaction, useTransactionStore } =
    await import('../../src/core/transactions/transactionStore.ts')
  connectWallet(scene.test, scene.wallet)
  resumeTransactions()
  return {
    ...actions,
    changeRecord,
    current: () => currentTransaction(useTransactionStore.getState()),
    /** Stops the page's polling. */
    close: () => useTransactionStore.setState({ list: [], currentId: null }),
  }
}

it('a pending transaction is followed to its end', async () => {
  const before = await openPage()
  await before.act(stake(ETHER), galx(ETHER))
  const { call, hash } = before.record()
  before.close()
  const after = await openPage()
  expect(after.record()).toMatchObject({ stage: 'pending', call, hash })
  await scene.test.mine()
  await after.stage('confirmed')
  expect(after.current()).toBeNull()
})

it('a transaction whose replacement was not found is polled again', async () => {
  const before = await openPage()
  await before.act(stake(ETHER), galx(ETHER))
  before.changeRecord(before.record().id, {
    stage: 'replaced',
    finishedAt: Date.now(),
    replacement: { hash: null, how: 'other' },
  })
  before.close()
  await scene.test.mine()
  const after = await openPage()
  await after.stage('confirmed')
  expect(after.record().replacement).toBeNull()
})
