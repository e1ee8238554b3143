import type {
  AccountEpochData,
  AccountProgram,
  BonusesData,
  BonusHistoryItem,
  PromotionCalculation,
} from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'
import type { WebConfig } from '@galx/protocol/webConfig'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import BonusSection from '../../src/bonuses/BonusSection.tsx'
import BonusSectionGate from '../../src/bonuses/BonusSectionGate.tsx'
import type { DrawnBonuses } from '../../src/bonuses/bonusChain.ts'
import { bonusProgram, drawnBonuses } from '../../src/bonuses/bonusReads.ts'
import { useBonusStore } from '../../src/bonuses/bonusStore.ts'
import { runCheck } from '../../src/bonuses/check/runCheck.ts'
import { bonusRows } from '../../src/bonuses/lazyBonuses.tsx'
import { HistoryPart } from '../../src/bonuses/HistoryPart.tsx'
import { ClaimPart } from '../../src/bonuses/ClaimPart.tsx'
import PromotionCard from '../../src/bonuses/PromotionCard.tsx'
import { readVouchers, voucherFileText, withVouchers } from '../../src/bonuses/voucherFile.ts'
import { isRefused } from '../../src/bonuses/voucherTrial.ts'
import type { KnownBonuses } from '../../src/bonuses/knownBonuses.ts'
import { getAccountEpoch, getBonuses, getBonusHistory } from '../../src/core/api/bonusApi.ts'
import { pairReserves } from '../../src/core/chain/pairs.ts'
import { initialChainState, setReading, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { LOADING } from '../../src/core/state/reading.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { loadOverlay } from '../../src/design/overlay/Overlay.tsx'
import { GALX } from '../../src/products/galx/product.ts'
import { ClaimCard } from '../../src/staking/ClaimCard.tsx'
import {
  ACCOUNT,
  accountState,
  config,
  INVITER,
  ONE,
  poolSnapshot,
  read,
  showChain,
} from '../staking/fixtures.ts'

vi.mock('../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))
vi.mock('../../src/core/api/bonusApi.ts', () => ({
  getBonuses: vi.fn(),
  getBonusHistory: vi.fn(),
  getAccountEpoch: vi.fn(),
}))
vi.mock('../../src/bonuses/check/runCheck.ts', () => ({ runCheck: vi.fn() }))
vi.mock('../../src/bonuses/voucherTrial.ts', () => ({ isRefused: vi.fn(() => Promise.resolve(false)) }))

const EPOCH = 20_778
const FROM = EPOCH * 86_400
const SIGNATURE = `0x${'1'.repeat(64)}${'2'.repeat(64)}1b`
const CO_SIGNATURE = `0x${'4'.repeat(64)}${'5'.repeat(64)}1c`
const SIGNED = { signersNonce: 1, signature: SIGNATURE, coSignature: CO_SIGNATURE }
function wei(amount: bigint): string {
  return (amount * ONE).toString()
}
const ladder = [1, 5, 10, 30, 60].map((members, index) => ({
  members,
  amount: wei([2n, 10n, 20n, 50n, 100n][index] ?? 0n),
}))
const bonusConfig: WebConfig = {
  ...config,
  pools: { galx: config.pools.galx! },
  programs: { galx: '7', promotion: '8' },
  rulesets: [
    {
      number: 1,
      firstEpoch: '0',
      programs: [],
      power: [],
      vaultCoefficient: '0',
      qualifying: [{ pool: '1', amount: wei(100n) }],
      ladder,
    },
  ],
}

function bonuses(change: Partial<BonusesData> = {}): BonusesData {
  const deadline = 4_000_000_000
  const of = (program: 'galx' | 'promotion', programId: string, cumulative: bigint) => ({
    program,
    programId,
    cumulative: wei(cumulative),
    epoch: EPOCH,
    voucher: { cumulative: wei(cumulative), deadline, ...SIGNED },
  })
  return {
    address: ACCOUNT,
    programs: [of('galx', '7', 14n), of('promotion', '8', 8n)],
    settled: { epoch: EPOCH, until: FROM + 86_400 },
    late: null,
    asOf: { block: 9, at: FROM },
    ...change,
  }
}
const item: BonusHistoryItem = {
  epoch: EPOCH,
  from: FROM,
  to: FROM + 86_400,
  points: '5',
  bonus: wei(2n),
  cumulative: wei(14n),
  allPoints: '1000',
  grantable: wei(400n),
  published: true,
}
function epochData(): AccountEpochData {
  const day = (weight: bigint) => [{ from: FROM, to: FROM + 86_400, weight: wei(weight) }]
  return {
    epoch: EPOCH,
    address: ACCOUNT,
    from: FROM,
    to: FROM + 86_400,
    hash: `0x${'a'.repeat(64)}`,
    asOf: { block: 9, at: FROM },
    programs: [
      {
        program: 'galx',
        points: (86_400n * 30n * ONE).toString(),
        bonus: wei(2n),
        cumulative: wei(14n),
        allPoints: (86_400n * 6_000n * ONE).toString(),
        grantable: wei(400n),
        calculation: {
          rule: 'members',
          own: day(10n),
          ownLatest: wei(10n),
          memberCount: 1,
          ownComplete: true,
          unlisted: 0,
          members: [{ address: INVITER, since: 0, segments: day(30n), latest: wei(30n) }],
        },
      },
      {
        program: 'promotion',
        points: '0',
        bonus: '0',
        cumulative: wei(8n),
        allPoints: '0',
        grantable: '0',
        calculation: {
          rule: 'promotion',
          qualified: 5,
          highest: 5,
          entitled: wei(10n),
          memberCount: 7,
          members: [
            { address: INVITER, qualified: true, since: FROM - 9 * 86_400 },
            { address: `0x${'b'.repeat(40)}`, qualified: false, since: FROM - 2 * 86_400 },
          ],
        },
      },
    ],
  }
}
function drawn(change: Partial<DrawnBonuses> = {}): DrawnBonuses {
  return {
    drawn: { galx: 0n, promotion: 0n },
    available: { galx: 100n * ONE, promotion: 100n * ONE },
    pausedUntil: 0,
    signer: INVITER,
    coSigner: ACCOUNT,
    signersNonce: 1,
    ...change,
  }
}
function show({ staked = true, chain = drawn() } = {}) {
  showChain({
    head: { number: 9n, timestamp: 1_000_000, readAt: performance.now() },
    connection: 'up',
    pools: {
      galx: read(poolSnapshot({ rewardRate: 0n })),
      galxMcm: read(poolSnapshot({ rewardRate: 0n })),
    },
    accounts: {
      galx: read(accountState(staked ? {} : { weight: 0n, earned: 0n })),
      galxMcm: read(accountState({ weight: 0n, earned: 0n })),
    },
    positions: {},
    balances: {},
  })
  setReading(drawnBonuses, read(chain))
  setReading(
    bonusProgram('galx'),
    read({
      budgetPerEpoch: 400n * ONE,
      start: 1,
      vested: 900n * ONE,
      paid: 3n * ONE,
      fundedUntil: FROM,
      epochDuration: 86_400,
      published: 12n,
    }),
  )
}
/** A node at 1,000 gwei, where 100,000 gas cost 0.1 BNB, and pools in which 0.1 BNB is worth 60 USDT and a GALX 0.8 USDT. @returns the estimated calls */
function makeGasDear() {
  setReading(
    pairReserves,
    read([
      {
        address: '0x1' as const,
        base: 'GALX' as const,
        quote: 'USDT' as const,
        baseReserve: 500n * ONE,
        quoteReserve: 400n * ONE,
      },
      {
        address: '0x2' as const,
        base: 'WBNB' as const,
        quote: 'USDT' as const,
        baseReserve: 5n * ONE,
        quoteReserve: 3_000n * ONE,
      },
    ]),
  )
  const estimated: { data: string }[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: [{ data: string }] }
    if (method === 'eth_estimateGas') estimated.push(params[0])
    return Response.json({ result: method === 'eth_gasPrice' ? '0xe8d4a51000' : '0x186a0' })
  })
  return estimated
}
function sent() {
  return vi.mocked(runTransaction).mock.calls.at(-1)?.[0]
}

beforeAll(async () => {
  await Promise.all([
    loadOverlay(),
    import('../../src/bonuses/BonusRowsGate.tsx'),
    import('../../src/bonuses/BonusRows.tsx'),
    import('../../src/bonuses/CalculationSheet.tsx'),
  ])
})
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: bonusConfig } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
  vi.mocked(getBonuses).mockResolvedValue(bonuses())
  vi.mocked(getBonusHistory).mockResolvedValue({ list: [item], next: null, asOf: null })
  vi.mocked(getAccountEpoch).mockResolvedValue(epochData())
})
afterEach(() => {
  cleanup()
  window.localStorage.clear()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useBonusStore.setState({ address: null, reading: LOADING })
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

describe('the claim card', () => {
  const rows = bonusRows(['galx'])

  it('adds the bonus to the base rewards and claims both in one transaction', async () => {
    show()
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    fireEvent.click(await screen.findByRole('button', { name: '领取 19.00 GALX' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({
      name: 'claimWithBonuses',
      account: ACCOUNT,
      pools: ['galx'],
      vouchers: [{ program: 7n, account: ACCOUNT, cumulative: 14n * ONE }],
    })
  })

  it('warns of a claim that costs more than base rewards and bonuses are worth together', async () => {
    show()
    const estimated = makeGasDear()
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    expect(await screen.findByText('现在领取不划算：费用 ≈ 60.00，所得 ≈ 15.20 USDT')).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '领取 19.00 GALX' }).className).not.toContain('primary'),
    )
    // The app estimates exactly the call that the button sends: Multicall3.aggregate3.
    expect(estimated.at(-1)?.data).toMatch(/^0x82ad56cb/)
  })

  it('reads the drawn amount from the contract, whatever the server says', async () => {
    show({ chain: drawn({ drawn: { galx: 13n * ONE } }) })
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    expect(await screen.findByRole('button', { name: '领取 6.00 GALX' })).toBeTruthy()
  })

  it('claims only the base rewards if the server’s answer is not valid', async () => {
    const { programs, ...rest } = bonuses()
    vi.mocked(getBonuses).mockResolvedValue({
      ...rest,
      programs: programs.map((one) => ({ ...one, cumulative: 'much' })),
    })
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    show()
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    await waitFor(() => expect(reported).toHaveBeenCalled())
    fireEvent.click(screen.getByRole('button', { name: '领取 5.00 GALX' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claim', pool: 'galx' })
  })

  it('claims nothing of an answer about another account', async () => {
    vi.mocked(getBonuses).mockResolvedValue(bonuses({ address: INVITER }))
    show()
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    await waitFor(() => expect(useBonusStore.getState().reading.status).toBe('failed'))
    fireEvent.click(screen.getByRole('button', { name: '领取 5.00 GALX' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claim', pool: 'galx' })
  })

  it('claims only the base rewards after a signer was replaced', async () => {
    show({ chain: drawn({ signersNonce: 2 }) })
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    await screen.findByText(/^，至/)
    fireEvent.click(screen.getByRole('button', { name: '领取 5.00 GALX' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claim', pool: 'galx' })
  })

  it('claims only the base rewards while claims of bonuses are paused', async () => {
    show({ chain: drawn({ pausedUntil: 4_000_000_000 }) })
    render(<ClaimCard product={GALX} bonusRows={rows} />)
    await screen.findByText(/^，至/)
    fireEvent.click(screen.getByRole('button', { name: '领取 5.00 GALX' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claim', pool: 'galx' })
  })
})

describe('the bonuses of a product', () => {
  it('can be claimed without any stake', async () => {
    show({ staked: false })
    render(<BonusSection programs={['galx']} />)
    fireEvent.click(await screen.findByRole('button', { name: '领取 14.00 GALX 奖金' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({ name: 'claimBonuses' })
  })

  it('carry a warning if claiming them alone costs more than they are worth', async () => {
    show({ staked: false })
    makeGasDear()
    render(<BonusSection programs={['galx']} />)
    expect(await screen.findByText('现在领取不划算：费用 ≈ 60.00，所得 ≈ 11.20 USDT')).toBeTruthy()
  })

  it('show the start and the reason of a delay', async () => {
    vi.mocked(getBonuses).mockResolvedValue(bonuses({ late: { since: FROM, reason: 'disagreement' } }))
    show()
    render(<BonusSection programs={['galx']} />)
    expect(await screen.findByText(/^奖金自 .* 起延迟。 两套独立计算的结果不同/)).toBeTruthy()
  })

  it('name the actions that still work without servers', async () => {
    vi.mocked(getBonuses).mockRejectedValue(new Error('no answer'))
    vi.mocked(getBonusHistory).mockRejectedValue(new Error('no answer'))
    show()
    render(<BonusSection programs={['galx']} />)
    expect(await screen.findByText(/^服务器暂时连不上：看不到新的奖金。/)).toBeTruthy()
    expect(await screen.findByText('每期奖金暂时读不到')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /奖金$/ })).toBeNull()
  })

  it('can be claimed by the voucher of an earlier visit while no server answers', async () => {
    window.localStorage.setItem('galx_signed_bonuses', JSON.stringify({ at: 1, data: bonuses() }))
    vi.mocked(getBonuses).mockRejectedValue(new Error('no answer'))
    show()
    render(<BonusSection programs={['galx']} />)
    expect(await screen.findByRole('button', { name: '领取 14.00 GALX 奖金' })).toBeTruthy()
    expect(screen.getByText(/以下是上次读到的奖金/)).toBeTruthy()
  })

  it('name the next step if there is no bonus, for each kind of visitor', async () => {
    vi.mocked(getBonusHistory).mockResolvedValue({ list: [], next: null, asOf: null })
    show()
    const { unmount } = render(<BonusSection programs={['galx']} />)
    expect(await screen.findByText('还没有奖金')).toBeTruthy()
    unmount()
    useAppStore.setState({ address: null, connection: 'idle' })
    render(<BonusSection programs={['galx']} />)
    expect(screen.getByText('连接钱包，查看你的奖金')).toBeTruthy()
    expect(screen.getByText('12 期')).toBeTruthy()
  })
})

describe('the code for bonuses', () => {
  it('loads for accounts with a bonus, and on request', async () => {
    const none = bonuses()
    vi.mocked(getBonuses).mockResolvedValue({
      ...none,
      programs: none.programs.map((one) => ({ ...one, cumulative: '0', epoch: null, voucher: null })),
    })
    show()
    render(<BonusSectionGate programs={['galx']} />)
    expect(await screen.findByText(/^邀请成员、并且自己也有质押/)).toBeTruthy()
    expect(getBonusHistory).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: '规则与预算' }))
    expect(await screen.findByText('12 期')).toBeTruthy()
    await waitFor(() => expect(getBonusHistory).toHaveBeenCalled())
  })

  it('does not delay the page, which draws a zero without the code', async () => {
    const none = bonuses()
    vi.mocked(getBonuses).mockResolvedValue({
      ...none,
      programs: none.programs.map((one) => ({ ...one, cumulative: '0', epoch: null, voucher: null })),
    })
    show()
    render(<ClaimCard product={GALX} bonusRows={bonusRows(['galx'])} />)
    expect(await screen.findByText('社区奖金')).toBeTruthy()
    expect(await screen.findByRole('button', { name: '领取 5.00 GALX' })).toBeTruthy()
  })
})

describe('the granted amount, before the server has read a block', () => {
  it.each([
    ['nothing is signed', false],
    ['a voucher is known', true],
  ])('is a dash and not zero if %s', async (_what, signed) => {
    const none = bonuses()
    vi.mocked(getBonuses).mockResolvedValue({
      ...none,
      programs: none.programs.map((one) => ({
        ...one,
        cumulative: null,
        epoch: null,
        voucher: signed ? one.voucher : null,
      })),
      asOf: null,
    })
    show()
    render(<ClaimPart program="galx" />)
    const dash = await screen.findByText('—')
    expect(dash.closest('p')?.textContent).not.toMatch(/\d/)
    expect(screen.queryByRole('button', { name: /^领取/ }) !== null).toBe(signed)
  })
})

describe('a voucher file', () => {
  const voucher = { cumulative: wei(14n), deadline: 4_000_000_000, ...SIGNED }
  const mine = { program: 'galx' as const, programId: '7', account: ACCOUNT, ...voucher }
  function choose(list: unknown) {
    const text = typeof list === 'string' ? list : JSON.stringify(list)
    const file = new File([text], 'vouchers.json', { type: 'application/json' })
    // jsdom's files have no text().
    file.text = () => Promise.resolve(text)
    fireEvent.change(screen.getByLabelText('用凭证文件领取', { selector: 'input' }), {
      target: { files: [file] },
    })
  }
  /** The known bonuses after these vouchers were loaded. @param refused the vouchers that the contract refuses */
  function taken(known: KnownBonuses | undefined, list: unknown[], refused: { signature: string }[] = []) {
    const found = readVouchers(JSON.stringify(list), ACCOUNT, { galx: '7' })
    return withVouchers(known, ACCOUNT, found, (_, { signature }) =>
      Promise.resolve(refused.some((one) => one.signature === signature)),
    )
  }
  async function offline() {
    vi.mocked(getBonuses).mockRejectedValue(new Error('no answer'))
    vi.mocked(getBonusHistory).mockRejectedValue(new Error('no answer'))
    show()
    render(<BonusSection programs={['galx']} />)
    await screen.findByRole('button', { name: '用凭证文件领取' })
  }

  it('is enough to claim while no server answers: the account’s greatest voucher counts', async () => {
    await offline()
    const less = { ...mine, cumulative: wei(3n) }
    choose([{ ...mine, account: INVITER, cumulative: wei(99n) }, mine, less])
    fireEvent.click(await screen.findByRole('button', { name: '领取 14.00 GALX 奖金' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({
      name: 'claimBonuses',
      vouchers: [{ program: 7n, account: ACCOUNT, cumulative: 14n * ONE }],
    })
  })

  it('is refused with its reason, and changes nothing', async () => {
    await offline()
    for (const [file, words] of [
      ['{', /^这不是凭证文件/],
      [[], /^这不是凭证文件/],
      [[{ ...mine, signature: '0x12' }], /^这不是凭证文件/],
      [[{ ...mine, coSignature: '0x12' }], /^这不是凭证文件/],
      [[{ ...mine, coSignature: undefined }], /^这不是凭证文件/],
      [[{ ...mine, signersNonce: undefined }], /^这不是凭证文件/],
      [[{ ...mine, signersNonce: 0 }], /^这不是凭证文件/],
      [[{ ...mine, account: INVITER }], /^文件里没有这个钱包地址的凭证/],
      [[{ ...mine, programId: '9' }], /^文件里没有这个钱包地址的凭证/],
    ] as const) {
      choose(file)
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.queryByRole('button', { name: /奖金$/ })).toBeNull()
    }
  })

  it('never replaces a voucher by an earlier signature of the same voucher, which expires sooner', async () => {
    const again = { ...mine, signature: `0x${'3'.repeat(128)}` as const }
    const before = { ...mine, deadline: mine.deadline - 1_000 }
    for (const list of [
      [before, again],
      [again, before],
    ])
      expect((await taken(undefined, list)).programs[0]?.voucher).toMatchObject({
        deadline: again.deadline,
        signature: again.signature,
      })
    const known = await taken(undefined, [again])
    expect((await taken(known, [before])).programs).toEqual(known.programs)
    // An equally good voucher replaces the known voucher: the person may load it because the known voucher does not work.
    expect((await taken(known, [mine])).programs[0]?.voucher).toMatchObject({ signature: mine.signature })
  })

  it('never replaces a valid voucher by a voucher that the contract refuses, whatever its amount', async () => {
    const forged = { ...mine, cumulative: wei(99n), signature: `0x${'3'.repeat(128)}` as const }
    const known = await taken(undefined, [mine])
    await expect(taken(known, [forged], [forged])).rejects.toMatchObject({ reason: 'refused' })
    expect((await taken(undefined, [forged, mine], [forged])).programs).toEqual(known.programs)
    // A refused voucher that was accepted while no node answered is replaced, too.
    const wrong = await taken(undefined, [forged])
    expect((await taken(wrong, [mine], [forged])).programs[0]?.voucher).toMatchObject({
      cumulative: mine.cumulative,
    })
  })

  it('that the contract refuses is rejected with its reason, and the known voucher can still be claimed', async () => {
    await offline()
    choose([mine])
    await screen.findByRole('button', { name: '领取 14.00 GALX 奖金' })
    vi.mocked(isRefused).mockResolvedValueOnce(true)
    choose([{ ...mine, cumulative: wei(99n) }])
    expect(await screen.findByText(/^合约不接受文件里的凭证/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '领取 14.00 GALX 奖金' })).toBeTruthy()
  })

  it('of the account’s own vouchers can be read back', () => {
    const text = voucherFileText(bonuses()) ?? ''
    expect(readVouchers(text, ACCOUNT, { galx: '7', promotion: '8' })).toMatchObject([
      { program: 'galx', ...voucher },
      { program: 'promotion', cumulative: wei(8n) },
    ])
  })
})

describe('the calculation of a bonus', () => {
  async function openSheet() {
    show()
    render(<BonusSection programs={['galx']} />)
    fireEvent.click(await screen.findByRole('button', { name: /第 20,778 期/ }))
    return within(await screen.findByRole('dialog'))
  }

  it('shows members, own limit, points, all points and budget', async () => {
    const sheet = await openSheet()
    expect(await sheet.findByText('上限：自己的算力 × 5')).toBeTruthy()
    expect(sheet.getByText('未触及')).toBeTruthy()
    expect(sheet.getByText('2,592,000')).toBeTruthy()
    expect(sheet.getByText('你占 0.50%')).toBeTruthy()
  })

  it('does not say that a pass was not held if not all of its times are listed', async () => {
    const data = epochData()
    const calculation: AccountProgram['calculation'] = { rule: 'node', live: [], liveComplete: false }
    vi.mocked(getAccountEpoch).mockResolvedValueOnce({
      ...data,
      programs: data.programs.map((one) => ({ ...one, calculation })),
    })
    const sheet = await openSheet()
    expect(await sheet.findByText('通行证变动太频繁，没有列出')).toBeTruthy()
    expect(sheet.queryByText('本期没有')).toBeNull()
  })

  it('calls a bonus right only if every check passed, and names the facts that it cannot check', async () => {
    vi.mocked(runCheck).mockResolvedValueOnce({
      facts: [{ name: 'hash', state: 'right', reason: 'right', values: [] }],
      milliseconds: 7,
    })
    const sheet = await openSheet()
    expect(sheet.queryByText(/结果一致/)).toBeNull()
    fireEvent.click(await sheet.findByRole('button', { name: '核对我的奖金' }))
    expect(await sheet.findByText(/^你的浏览器核对了以下各项，结果一致。/)).toBeTruthy()
    expect(sheet.getByText('文件的指纹与链上 EpochLog 登记的相同')).toBeTruthy()
    expect(sheet.getByText(/^全部积分：要所有账户的算力/)).toBeTruthy()
    vi.mocked(runCheck).mockResolvedValueOnce({
      facts: [
        { name: 'hash', state: 'unknown', reason: 'noChain', values: [] },
        { name: 'points', state: 'wrong', reason: 'fault', values: [] },
      ],
      milliseconds: 7,
    })
    fireEvent.click(sheet.getByRole('button', { name: '再核对一次' }))
    expect(await sheet.findByText(/^有一项不一致。/)).toBeTruthy()
    expect(sheet.getByText('成员的算力记录自相矛盾')).toBeTruthy()
    expect(sheet.getByText('读不到链上登记的指纹')).toBeTruthy()
  })

  it('says so if this browser cannot start a worker', async () => {
    vi.mocked(runCheck).mockRejectedValueOnce(new Error('no worker'))
    const sheet = await openSheet()
    fireEvent.click(await sheet.findByRole('button', { name: '核对我的奖金' }))
    expect(await sheet.findByText('这个浏览器无法启动核对。')).toBeTruthy()
  })
})

describe('the promotion', () => {
  it('shows the ladder, the distance to the next step and each member’s progress, and claims', async () => {
    show()
    render(<PromotionCard />)
    expect(await screen.findByText('再 5 位合格成员，一级总额升至 20U')).toBeTruthy()
    expect(screen.getByText('5 / 10')).toBeTruthy()
    expect(screen.getByText('累计应得 10U，最高 100U')).toBeTruthy()
    const steps = within(screen.getByRole('list', { name: '推广阶梯' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      '2U1 人已达到',
      '10U5 人已达到',
      '20U10 人下一级',
      '50U30 人',
      '100U60 人',
    ])
    expect(screen.getByText('还需 4 期')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '领取 8.00 USDT 奖金' }))
    expect((await sent()?.prepare(ACCOUNT))?.call).toMatchObject({
      name: 'claimBonuses',
      vouchers: [{ program: 8n, cumulative: 8n * ONE }],
    })
  })

  describe('under a ruleset that is announced for a later epoch', () => {
    const [first] = bonusConfig.rulesets as [RulesetJson]
    const announced = (firstEpoch: number): RulesetJson => ({
      ...first,
      number: 2,
      firstEpoch: String(firstEpoch),
      qualifying: [{ pool: '1', amount: wei(500n) }],
      ladder: [{ members: 1, amount: wei(7n) }],
    })
    const announce = (firstEpoch: number) =>
      useConfigStore.setState({
        state: { status: 'ready', config: { ...bonusConfig, rulesets: [first, announced(firstEpoch)] } },
      })

    it('shows the ladder and the least positions of the shown epoch', async () => {
      announce(EPOCH + 1)
      show()
      render(<PromotionCard />)
      expect(await screen.findByText('累计应得 10U，最高 100U')).toBeTruthy()
      expect(screen.getByText(/^GALX：100 GALX/)).toBeTruthy()
    })

    it('shows the later ladder and positions from the ruleset’s first epoch on', async () => {
      announce(EPOCH)
      show()
      render(<PromotionCard />)
      expect(await screen.findByText('累计应得 10U，最高 7U')).toBeTruthy()
      expect(screen.getByText(/^GALX：500 GALX/)).toBeTruthy()
    })

    it('shows the first ladder and positions while no epoch is settled', async () => {
      vi.mocked(getBonuses).mockResolvedValue(bonuses({ settled: null }))
      announce(EPOCH)
      show()
      render(<PromotionCard />)
      expect(await screen.findByText('最高 100U')).toBeTruthy()
    })
  })

  describe('of an earlier epoch', () => {
    const BUSY = `0x${'c'.repeat(40)}`
    async function openEarlier(change: Partial<PromotionCalculation> = {}) {
      const data = epochData()
      const calculation = data.programs.find(({ program }) => program === 'promotion')?.calculation
      if (calculation?.rule !== 'promotion') throw new Error('the promotion has another rule')
      Object.assign(calculation, { qualified: 1, highest: null, memberCount: 2, ...change })
      vi.mocked(getAccountEpoch).mockResolvedValue(data)
      show()
      render(<HistoryPart program="promotion" />)
      fireEvent.click(await screen.findByRole('button', { name: /第 20,778 期/ }))
      return within(await screen.findByRole('dialog'))
    }

    it('shows the members qualified at its end, and the progress of the others', async () => {
      const sheet = await openEarlier()
      expect(await sheet.findByText('合格')).toBeTruthy()
      expect(sheet.getByText('还需 4 期')).toBeTruthy()
      expect(sheet.getByText('1 位')).toBeTruthy()
      // The highest number of qualified members is known only for the last epoch.
      expect(sheet.getByText('未保存')).toBeTruthy()
      expect(sheet.queryByText('未计数')).toBeNull()
    })

    it('names the accounts that do not count, and the accounts for which it does not count', async () => {
      const { members } = epochData().programs[1]!.calculation as PromotionCalculation
      const sheet = await openEarlier({
        qualified: null,
        members: [...members, { address: BUSY, qualified: null, since: null }],
        memberCount: 1_500,
      })
      expect(await sheet.findAllByText('未计数')).toHaveLength(2)
      expect(sheet.getByText('“未计数”：这位成员的仓位或之后的记录太多，没有逐一查看。')).toBeTruthy()
      expect(sheet.getByText('过去各期只为直接成员不超过 1,000 位的账户计数。')).toBeTruthy()
    })

    it('is never called right as a whole, and names the facts that cannot be checked', async () => {
      vi.mocked(runCheck).mockResolvedValueOnce({
        facts: [
          { name: 'points', state: 'right', reason: 'grown', values: ['1'] },
          { name: 'qualified', state: 'unknown', reason: 'gone', values: ['2'] },
          { name: 'highest', state: 'unknown', reason: 'unknown', values: [] },
          { name: 'division', state: 'right', reason: 'rightOwed', values: [] },
        ],
        milliseconds: 7,
      })
      const sheet = await openEarlier()
      fireEvent.click(await sheet.findByRole('button', { name: '核对我的奖金' }))
      expect(await sheet.findByText(/^核对过的各项一致；有些项目这次无法核对。/)).toBeTruthy()
      expect(sheet.queryByText(/结果一致/)).toBeNull()
      expect(sheet.getByText('与上一期的文件相比，累计应得的增加正好是 1 位合格成员所对应的')).toBeTruthy()
      expect(sheet.getByText('有 2 位成员现在链上没有这样的仓位：当时有没有，无法核对')).toBeTruthy()
      expect(sheet.getByText('历史最多的合格成员数无法核对：要看过去的每一期')).toBeTruthy()
      expect(sheet.getByText('所有人的应发：要所有账户的成员')).toBeTruthy()
      expect(sheet.getByText(/^这些是不是你的全部直接成员/)).toBeTruthy()
    })
  })

  it('shows no step as reached before the first epoch is settled', async () => {
    vi.mocked(getBonuses).mockResolvedValue(bonuses({ settled: null }))
    show()
    render(<PromotionCard />)
    expect(await screen.findByText('第一期结算后，合格成员与进度会显示在这里。')).toBeTruthy()
    expect(screen.queryByText('已达到')).toBeNull()
  })

  it('does not say that no epoch is settled before the server has said so', async () => {
    vi.mocked(getBonuses).mockRejectedValue(new Error('away'))
    show()
    render(<PromotionCard />)
    const none = () => screen.queryByText('第一期结算后，合格成员与进度会显示在这里。')
    expect(none()).toBeNull()
    await screen.findAllByRole('button', { name: '重试' })
    expect(none()).toBeNull()
  })
})
