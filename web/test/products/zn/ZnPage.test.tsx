import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { WHOLE_SHARE } from '@galx/protocol/vault'
import { encodeErrorResult } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { balanceOf } from '../../../src/core/chain/reads.ts'
import { RpcError } from '../../../src/core/chain/rpc.ts'
import { setRefresh } from '../../../src/core/chain/refresh.ts'
import { vaultExit, vaultShares, vaultState } from '../../../src/core/chain/vaultReads.ts'
import type { SimulatedExit, VaultSnapshot } from '../../../src/core/chain/vaultSnapshot.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { LOADING } from '../../../src/core/state/reading.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import {
  useTransactionStore,
  type TransactionRecord,
} from '../../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import ZnPage from '../../../src/products/zn/zn.page.tsx'
import { answerLater } from '../../answerLater.ts'
import { ACCOUNT, config, ONE, read } from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

const DAY = 86_400
/** The first use of a lazy part loads its code. */
const LAZY = { timeout: 20_000 }
function now() {
  return Math.floor(Date.now() / 1_000)
}

/** 1 000 shares worth 1 250 GALX; nothing vests, so that no figure moves. */
function snapshot(change: Partial<VaultSnapshot> = {}): VaultSnapshot {
  return {
    assets: 1_250n * ONE,
    shares: 1_000n * WHOLE_SHARE,
    rewardRate: 0n,
    rewardEnd: now(),
    at: now(),
    unvested: 0n,
    depositsPausedUntil: 0,
    vestingDuration: 90 * DAY,
    ...change,
  }
}

function show(held: bigint, vault = snapshot(), exit: SimulatedExit = { kind: 'pays', assets: 125n * ONE }) {
  useChainStore.setState({
    head: { number: 7n, timestamp: now(), readAt: performance.now() },
    connection: 'up',
    readings: {},
  })
  setReading(vaultState, read(vault))
  setReading(vaultShares, read(held))
  setReading(vaultExit, read(held === 0n ? { kind: 'none' as const } : exit))
  setReading(balanceOf('GALX'), read(300n * ONE))
}

/** A deposit that this app sent. */
const DEPOSITED: TransactionRecord = {
  id: 'a',
  account: ACCOUNT,
  chainId: 56,
  genesisHash: `0x${'a'.repeat(64)}`,
  title: { name: 'deposit', values: ['44.00'] },
  call: {
    name: 'vaultDeposit',
    token: 'GALX',
    amount: 44n * ONE,
    receiver: ACCOUNT,
    inviter: null,
  },
  stage: 'pending',
  steps: [],
  hash: `0x${'1'.repeat(64)}`,
  nonce: 3,
  startedAt: 1_700_000_000_000,
  sentAt: 1_700_000_001_000,
  sentBlock: 6n,
  finishedAt: null,
  blockNumber: null,
  problem: null,
  replacement: null,
}

/** Answers of the servers by the end of the path; any other request fails. */
function serve(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (url: string) => {
    const found = Object.entries(answers).find(([path]) => url.includes(path))
    if (!found) throw new TypeError('unreachable')
    return Response.json({ code: 200, message: 'ok', data: found[1] })
  })
}

beforeAll(() => loadOverlay())
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
  serve({})
})
afterEach(() => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.mocked(runTransaction).mockClear()
  vi.unstubAllGlobals()
})

function fact(label: string) {
  return screen.getByText(label).nextElementSibling?.textContent
}
function sent() {
  return vi.mocked(runTransaction).mock.calls[0]?.[0]
}

describe('/zn', () => {
  it('shows the least number of shares before a deposit is signed', async () => {
    show(0n)
    render(<ZnPage />)
    expect(screen.queryByText('你现在可取回')).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: '存入数量' }), { target: { value: '100' } })
    expect(fact('得到份额，至少')).toBe('80.00')
    expect(fact('你在金库中')).toContain('0.00 变为 100.00 GALX')
    expect(fact('你在金库的占比')).toContain('变为 7.40%')
    fireEvent.click(screen.getByRole('button', { name: '存入 100.00 GALX' }))
    expect(sent()?.describe()).toEqual({ name: 'deposit', values: ['100.00'] })
    fireEvent.change(screen.getByRole('textbox', { name: '存入数量' }), { target: { value: '301' } })
    expect(screen.getByRole('button', { name: 'GALX 余额不足' })).toHaveProperty('disabled', true)
  })

  it('says the present reward for a thousand GALX before anything is typed', () => {
    // 10 GALX vest each second for a day. A thousand GALX buy 800 of then 1 800 shares.
    const rewardRate = 10n * ONE
    show(0n, snapshot({ rewardRate, rewardEnd: now() + 10 * DAY, unvested: rewardRate * BigInt(10 * DAY) }))
    render(<ZnPage />)
    expect(fact('现在的奖励')).toMatch(/^每千枚 ≈ 383,\d{3}\.\d{2} GALX \/ 天$/)
    expect(screen.queryByText('得到份额，至少')).toBeNull()
  })

  it('shows the amount that could be withdrawn now, its growth, and the proof', async () => {
    serve({
      getZnAccount: {
        address: ACCOUNT,
        paidIn: (120n * ONE).toString(),
        takenOut: (10n * ONE).toString(),
        asOf: null,
      },
    })
    show(100n * WHOLE_SHARE)
    render(<ZnPage />)
    const card = screen.getByRole('region', { name: '你现在可取回' })
    expect(card.textContent).toContain('124.999999 GALX')
    expect(await within(card).findByText('存入 120.00，取回 10.00，已长 14.999999 GALX')).toBeTruthy()
    expect(within(card).getByText(/模拟取回全部：125.00 GALX 可立即到账/)).toBeTruthy()
    expect(within(card).getByText('当前没有奖励在归入')).toBeTruthy()
  })

  it('does not count a deposit as growth if the servers’ tables lack it', async () => {
    const answer = (paidIn: bigint, block: number) => ({
      getZnAccount: {
        address: ACCOUNT,
        paidIn: (paidIn * ONE).toString(),
        takenOut: '0',
        asOf: { block, at: 1_000 },
      },
    })
    const put = (change: Partial<TransactionRecord>) =>
      act(() => useTransactionStore.setState({ list: [{ ...DEPOSITED, ...change }] }))
    serve(answer(80n, 6))
    show(100n * WHOLE_SHARE)
    render(<ZnPage />)
    const card = within(screen.getByRole('region', { name: '你现在可取回' }))
    expect(await card.findByText('存入 80.00，已长 44.999999 GALX')).toBeTruthy()
    // 44 GALX of the growth are a pending deposit. Later the deposit is in a block that the tables do not have yet.
    put({ stage: 'pending' })
    expect(card.queryByText(/已长/)).toBeNull()
    put({ stage: 'confirmed', blockNumber: 7n })
    expect(card.queryByText(/已长/)).toBeNull()
    // A deposit of another account, or a deposit that the tables have, does not hide the growth.
    put({ stage: 'confirmed', blockNumber: 7n, account: `0x${'9'.repeat(40)}` })
    expect(card.getByText(/已长/)).toBeTruthy()
    put({ stage: 'confirmed', blockNumber: 6n })
    expect(card.getByText(/已长/)).toBeTruthy()
  })

  it('shows a failed simulation of a withdrawal prominently, and never claims success while the result is unknown', async () => {
    const data = encodeErrorResult({
      abi: znVaultAbi,
      errorName: 'ZnVault_RecipientRefused',
      args: [ACCOUNT],
    })
    show(100n * WHOLE_SHARE, snapshot(), {
      kind: 'refused',
      error: new RpcError('execution reverted', 3, data),
    })
    const view = render(<ZnPage />)
    const refused = await screen.findByText(/没有成功：不能付给这个地址/, {}, LAZY)
    expect(refused.closest('[role=alert]')).toBeTruthy()
    view.unmount()
    setReading(vaultExit, { status: 'failed', reason: 'no node' })
    render(<ZnPage />)
    expect(screen.getByText('链暂时连不上，还没有模拟取回')).toBeTruthy()
    expect(screen.queryByText(/可立即到账/)).toBeNull()
  })

  it('withdraws everything as shares and a part as an exact amount, even while deposits are paused', () => {
    show(100n * WHOLE_SHARE, snapshot({ depositsPausedUntil: now() + DAY }))
    render(<ZnPage />)
    expect(screen.getByRole('button', { name: /^新的存入暂停至/ })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('radio', { name: '取回' }))
    fireEvent.click(screen.getByRole('button', { name: '最大' }))
    fireEvent.click(screen.getByRole('button', { name: /^全部取回，至少 124\.99/ }))
    expect(sent()?.prepare(ACCOUNT)).toEqual({
      call: { name: 'vaultRedeem', shares: 100n * WHOLE_SHARE, receiver: ACCOUNT, owner: ACCOUNT },
      spends: [],
    })
    vi.mocked(runTransaction).mockClear()
    expect(screen.getByText('金库中').textContent).toBe('金库中 124.99')
    fireEvent.change(screen.getByRole('textbox', { name: '取回数量' }), { target: { value: '25' } })
    expect(fact('金库里还剩')).toContain('124.99 变为 99.99 GALX')
    fireEvent.click(screen.getByRole('button', { name: '取回 25.00 GALX' }))
    expect(sent()?.prepare(ACCOUNT)).toMatchObject({ call: { name: 'vaultWithdraw', amount: 25n * ONE } })
    fireEvent.change(screen.getByRole('textbox', { name: '取回数量' }), { target: { value: '126' } })
    expect(screen.getByRole('button', { name: '超过了你在金库中的数量' })).toHaveProperty('disabled', true)
  })

  it('clears a form once it is sent, but keeps text that was typed while the wallet was open', async () => {
    show(100n * WHOLE_SHARE)
    render(<ZnPage />)
    const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement
    const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
    const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
    for (const way of ['存入', '取回']) {
      const name = `${way}数量`
      fireEvent.click(screen.getByRole('radio', { name: way }))
      type(name, '25')
      let send = answerLater()
      press(new RegExp(`^${way} 25\\.00 GALX`))
      await send()
      expect(field(name).value).toBe('')
      type(name, '25')
      send = answerLater()
      press(new RegExp(`^${way} 25\\.00 GALX`))
      type(name, '7')
      await send()
      expect(field(name).value).toBe('7')
    }
    press(/^最大$/)
    const send = answerLater()
    press(/^全部取回/)
    type('取回数量', '7')
    await send()
    expect(field('取回数量').value).toBe('7')
  })

  it('never asks for an amount that is already typed: it says that the vault is being read, or reads it again', async () => {
    show(100n * WHOLE_SHARE)
    render(<ZnPage />)
    fireEvent.click(screen.getByRole('radio', { name: '取回' }))
    act(() => setReading(vaultState, LOADING))
    expect(screen.getByRole('button', { name: '请输入取回数量' })).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: '取回数量' }), { target: { value: '25' } })
    expect(screen.getByRole('button', { name: '正在读取余额…' })).toHaveProperty('disabled', true)
    act(() => setReading(vaultState, { status: 'failed', reason: 'no node answers' }))
    setRefresh(() => {
      setReading(vaultState, read(snapshot()))
      return Promise.resolve()
    })
    fireEvent.click(screen.getByRole('button', { name: '余额读不到，重试' }))
    expect(await screen.findByRole('button', { name: '取回 25.00 GALX' })).toBeTruthy()
    setRefresh(null)
  })

  it('keeps the present price and every button without the servers', async () => {
    show(100n * WHOLE_SHARE)
    render(<ZnPage />)
    expect(await screen.findByText('价格曲线暂不可用')).toBeTruthy()
    expect(fact('现在的每份价格')).toBe('1.249999 GALX / 份')
    expect(screen.getByText('服务器暂时连不上，存入与增长的合计稍后显示')).toBeTruthy()
  })

  it('keeps a dash and a retry if neither servers nor chain have answered yet', async () => {
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    show(100n * WHOLE_SHARE)
    setReading(vaultState, { status: 'failed', reason: 'no node' })
    render(<ZnPage />)
    const price = (await screen.findByText('价格曲线暂不可用')).closest('section')!
    expect(fact('现在的每份价格')).toBe('—')
    fireEvent.click(within(price).getByRole('button', { name: '重试' }))
    expect(refresh).toHaveBeenCalledOnce()
    setRefresh(null)
  })
})
