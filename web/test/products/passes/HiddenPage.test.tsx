import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPasses } from '../../../src/core/api/mainApi.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../../src/design/overlay/Overlay.tsx'
import { heldPasses, passPicture, passTerms } from '../../../src/passes/passReads.ts'
import HiddenPage from '../../../src/products/passes/hidden.page.tsx'
import { ACCOUNT, config, INVITER, ONE, read } from '../../staking/fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))
vi.mock('../../../src/core/api/mainApi.ts', async (original) => ({
  ...(await original<object>()),
  getPasses: vi.fn(),
}))

const DAY = 86_400
const connected = { address: ACCOUNT, connection: 'connected' } as const

function show(passes = [{ id: 7n, name: '北斗', unbondingUntil: 0 }]) {
  const timestamp = Math.floor(Date.now() / 1_000)
  useChainStore.setState({
    head: { number: 9n, timestamp, readAt: performance.now() },
    connection: 'up',
    readings: {},
  })
  setReading(heldPasses, read(passes))
  setReading(passTerms, read({ bond: 10_000n * ONE, coolDown: 7 * DAY, count: 20n }))
}
function sent() {
  return vi.mocked(runTransaction).mock.calls.at(-1)?.[0]
}

beforeAll(async () => {
  // Code that the sheets would load first.
  await Promise.all([
    loadOverlay(),
    import('../../../src/passes/SendSheet.tsx'),
    import('../../../src/products/passes/DetailsSheet.tsx'),
  ])
})
beforeEach(() => useConfigStore.setState({ state: { status: 'ready', config } }))
afterEach(() => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
  vi.clearAllMocks()
})

describe('/hidden', () => {
  it('sends a pass only to a compared address, and says that the bond goes with it', async () => {
    useAppStore.setState(connected)
    show()
    render(<HiddenPage />)
    fireEvent.click(screen.getByRole('button', { name: '转让…' }))
    const sheet = await screen.findByRole('dialog', { name: '转让 #7' })
    expect(sheet.textContent).toContain('10,000 MCM')
    expect(sheet.textContent).toContain('无法撤回')
    const field = within(sheet).getByLabelText('对方地址')
    fireEvent.change(field, { target: { value: '0x12' } })
    expect(within(sheet).getByText('地址应为 0x 加 40 位十六进制字符')).toBeTruthy()
    expect(within(sheet).getByRole('button', { name: '请填写对方地址' }).hasAttribute('disabled')).toBe(true)
    fireEvent.change(field, { target: { value: ` ${INVITER}\n` } })
    expect(within(sheet).getByText(/^0xa1 1ce0 0000/)).toBeTruthy()
    fireEvent.click(within(sheet).getByRole('button', { name: '转让给 0xa11c…000001' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({
      name: 'sendPass',
      pass: 7n,
      from: ACCOUNT,
      to: INVITER,
    })
  })

  it('shows the contract’s picture and the creation of the pass, and accepts another name', async () => {
    useAppStore.setState({ ...connected, userToken: 'token' })
    show()
    const image = 'data:image/svg+xml;base64,PHN2Zy8+'
    setReading(passPicture(7n), read(image))
    vi.mocked(getPasses).mockResolvedValue({
      list: [{ id: '7', name: '北斗', bond: '1', mintedAt: 1_700_000_000, unbondingUntil: null, live: true }],
      total: 1,
      nextCursor: null,
      asOf: { block: 5, at: 1_800_000_000 },
    })
    render(<HiddenPage />)
    await screen.findByText(/年前|个月前|天前|2023/)
    fireEvent.click(screen.getByRole('button', { name: '详情' }))
    const sheet = await screen.findByRole('dialog', { name: '节点通行证 #7' })
    expect(within(sheet).getByRole('img', { name: '合约画的通行证图' }).getAttribute('src')).toBe(image)
    expect(within(sheet).getByRole('button', { name: '与现在的名称相同' }).hasAttribute('disabled')).toBe(
      true,
    )
    fireEvent.change(within(sheet).getByLabelText('名称'), { target: { value: 'Vega' } })
    fireEvent.click(within(sheet).getByRole('button', { name: '改名' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toEqual({ name: 'renamePass', pass: 7n, passName: 'Vega' })
  })

  it.each(['转让…', '详情'])('closes a sheet with its account: %s', async (name) => {
    useAppStore.setState(connected)
    show()
    render(<HiddenPage />)
    fireEvent.click(screen.getByRole('button', { name }))
    await screen.findByRole('dialog')
    // The wallet is locked, and then unlocked with another account.
    act(() => useAppStore.setState({ address: null, connection: 'refused' }))
    act(() => useAppStore.setState({ ...connected, address: INVITER }))
    act(() => show([{ id: 8n, name: '南斗', unbondingUntil: 0 }]))
    expect(screen.getByRole('listitem').textContent).toContain('南斗')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('works on chain data alone, and requires no sign-in to show a pass', () => {
    useAppStore.setState(connected)
    show()
    render(<HiddenPage />)
    const [only] = screen.getAllByRole('listitem')
    expect(only?.textContent).toMatch(/北斗.*10,000 MCM · 有效.*登录后显示/)
    expect(getPasses).not.toHaveBeenCalled()
  })

  it('names the next step without a pass, without a wallet, and if the chain does not answer', () => {
    const { unmount } = render(<HiddenPage />)
    expect(screen.getByText('连接钱包，查看你的通行证')).toBeTruthy()
    unmount()
    useAppStore.setState(connected)
    show([])
    const empty = render(<HiddenPage />)
    expect(screen.getByRole('link', { name: '去开一个节点' }).getAttribute('href')).toBe('#/mcm')
    empty.unmount()
    setReading(heldPasses, { status: 'failed', reason: 'no answer' })
    render(<HiddenPage />)
    expect(screen.getByRole('alert').textContent).toContain('通行证暂时读不到')
  })
})
