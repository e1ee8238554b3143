// The ends of a sent transaction, on a real node: mined, failed, sped up, replaced, dropped.
import { describe, expect, it, vi } from 'vitest'
import { positionsIn } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import { sendAgain } from '../../src/core/transactions/sendAgain.ts'
import { dismissTransaction, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { GIVE_UP_AFTER } from '../../src/core/transactions/watch.ts'
import { ETHER } from './deployForTest.ts'
import { act, galx, read, ready, record, stage, stake, playOnChain } from './playOnChain.ts'

const scene = playOnChain()

describe('a transaction that was sent', () => {
  it('is pending, then confirmed, under the same hash', async () => {
    await act(stake(ETHER), galx(ETHER))
    expect(record().stage).toBe('pending')
    await scene.test.mine()
    await stage('confirmed')
    expect(record().blockNumber).not.toBeNull()
  })

  it('is failed, with the reason, if it was mined and reverted', async () => {
    scene.wallet.automine = true
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    scene.wallet.automine = false
    ready()
    await refreshChain()
    const position = valueOf(read(positionsIn('galx')))?.[0]?.position ?? -1n
    // An exit sent behind the app's back is mined first.
    scene.wallet.before = () =>
      scene.wallet.sendOwn({ name: 'exit', pool: 'galx', position, to: scene.wallet.address })
    await act({ name: 'unstake', pool: 'galx', position, amount: ETHER, to: scene.wallet.address })
    await scene.test.mine()
    await stage('failed')
    expect(record()).toMatchObject({ problem: { code: 'reverted', error: 'StakingPools_PositionUnknown' } })
    expect(record().hash).not.toBeNull()
  })

  it('is sped up if the same call was mined under another hash', async () => {
    await act(stake(ETHER), galx(ETHER))
    const first = record().hash
    await scene.wallet.replace('same')
    await scene.test.mine()
    await stage('confirmed')
    expect(record().replacement).toMatchObject({ how: 'spedUp' })
    expect(record().hash).not.toBe(first)
  })

  it('continues with the call after the call’s approval was sped up in the wallet', async () => {
    const pool = { name: 'stake', pool: 'aaa', amount: 7n * ETHER, tier: 0, inviter: null } as const
    const staked = act(pool, [{ token: 'USDT', amount: 7n * ETHER }])
    await stage('pending')
    const first = record().hash
    await scene.wallet.replace('same')
    scene.wallet.automine = true
    await scene.test.mine()
    expect(await scene.test.rpc('eth_getTransactionReceipt', first)).toBeNull()
    await staked
    await stage('confirmed')
    expect(record().steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'approve done',
      'call done',
    ])
  })

  it('lets the person stop waiting for an approval: the rest is not sent, and another transaction is possible at once', async () => {
    const pool = { name: 'stake', pool: 'aaa', amount: 7n * ETHER, tier: 0, inviter: null } as const
    const staked = act(pool, [{ token: 'USDT', amount: 7n * ETHER }])
    await stage('pending')
    const { id } = record()
    dismissTransaction()
    // Until the person stops waiting, a press of any other button shows the button that stops the wait.
    expect(await act({ name: 'drip', account: scene.wallet.address })).toBeNull()
    expect(useTransactionStore.getState().currentId).toBe(id)
    useTransactionStore.getState().silent?.stop()
    expect(await staked).toMatchObject({
      stage: 'failed',
      sentAt: null,
      problem: { code: 'approvalLeft', token: 'USDT' },
    })
    expect(useTransactionStore.getState().silent).toBeNull()

    await act({ name: 'drip', account: scene.wallet.address })
    await scene.test.mine()
    await stage('confirmed')
    expect(scene.wallet.sent.map(({ to }) => to)).toEqual([
      scene.test.config.tokens.USDT.address,
      scene.test.config.contracts.DemoFaucet,
    ])
    expect(useTransactionStore.getState().list.find((item) => item.id === id)?.stage).toBe('failed')
  })

  it('is cancelled if another call was mined with the same nonce', async () => {
    await act(stake(ETHER), galx(ETHER))
    await expect.poll(() => record().nonceSeen).toBe(true)
    await scene.wallet.replace('cancel')
    await scene.test.mine()
    await stage('replaced')
    expect(record().replacement).toMatchObject({ how: 'cancelled' })
  })

  it('is dropped if no node knows it any more', async () => {
    await act(stake(ETHER), galx(ETHER))
    await scene.test.rpc('anvil_dropTransaction', record().hash)
    // Move only the clock forward: after a minute without a trace, a transaction counts as dropped.
    const realNow = performance.now.bind(performance)
    let ahead = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead)
    await expect
      .poll(() => ((ahead += GIVE_UP_AFTER / 10), record().stage), { timeout: 15_000 })
      .toBe('dropped')
    clock.mockRestore()
  })

  it('is sent again to every node with the same bytes after it was dropped', async () => {
    await act(stake(ETHER), galx(ETHER))
    await expect.poll(() => record().nonceSeen, { timeout: 15_000 }).toBe(true)
    const { hash } = record()
    await scene.test.rpc('anvil_dropTransaction', hash)
    expect(await scene.test.rpc('eth_getTransactionByHash', hash)).toBeNull()
    expect(await sendAgain(record())).toEqual({ nodes: 2 })
    await scene.test.mine()
    await stage('confirmed')
    expect(record().hash).toBe(hash)
    // A node refuses bytes whose nonce is used.
    expect(await sendAgain(record())).toMatchObject({ refusal: expect.stringMatching(/nonce/i) })
  })

  it('is not sent again with changed bytes', async () => {
    await act(stake(ETHER), galx(ETHER))
    await expect.poll(() => record().nonceSeen, { timeout: 15_000 }).toBe(true)
    const { hash, signed } = record()
    await scene.test.rpc('anvil_dropTransaction', hash)
    expect(await sendAgain({ ...record(), signed: { ...signed, value: '0x1' } })).toBe('unseen')
    expect(await scene.test.rpc('eth_getTransactionByHash', hash)).toBeNull()
    expect(await sendAgain(record())).toEqual({ nodes: 2 })
  })
})
