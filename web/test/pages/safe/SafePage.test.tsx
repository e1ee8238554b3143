import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { releaseText } from '@galx/protocol/release'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { HexString } from '@galx/protocol/webConfig'
import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  keccak256,
  parseAbiParameters,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import logsTexts from '../../../src/activity/announced/texts.zh.ts'
import { initialChainState, setReading, useChainStore } from '../../../src/core/chain/chainStore.ts'
import { NO_LOGS, useLogs } from '../../../src/core/chain/timelockLogs/logsStore.ts'
import { setRefresh } from '../../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { clearReleaseCache } from '../../../src/core/release/readRelease.ts'
import { keepToken } from '../../../src/core/session/token.ts'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { runTransaction } from '../../../src/core/transactions/runTransaction.ts'
import englishWords from '../../../src/core/transactions/texts.en.ts'
import chineseWords from '../../../src/core/transactions/texts.zh.ts'
import { titleText } from '../../../src/core/transactions/title.ts'
import { revokeIntent } from '../../../src/pages/safe/intents.ts'
import { SPENDERS, type Allowance, type Codes, type Safety } from '../../../src/pages/safe/readings.ts'
import englishSafe from '../../../src/pages/safe/texts.en.ts'
import chineseSafe from '../../../src/pages/safe/texts.zh.ts'
import { allowances, codes as codesRead, safety as safetyRead } from '../../../src/pages/safe/reads.ts'
import SafePage from '../../../src/pages/safe/safe.page.tsx'
import { announcement } from '../../core/timelockLogs/modelNode.ts'
import { ACCOUNT, ONE, read } from '../../staking/fixtures.ts'
import { codes, config, safety, TIME } from './fixtures.ts'

vi.mock('../../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))

function showChain({ now = safety(), code = codes(), given = [] as Allowance[] } = {}) {
  useChainStore.setState({
    head: { number: 4_918n, timestamp: TIME, readAt: performance.now() },
    connection: 'up',
    readings: {},
  })
  setReading(safetyRead, read(now))
  setReading(codesRead, read(code))
  setReading(allowances, read(given))
}

/** The server's sessions; an ended session is removed. */
function serve(list: { id: string; current: boolean; userAgent: string }[] | null) {
  let known = list ?? []
  const ended: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (list === null) throw new TypeError('unreachable')
    if (url.includes('/api/timelock'))
      return Response.json({ code: 200, message: 'ok', data: { list: [], more: false, asOf: null } })
    if (!url.endsWith('/revoke')) {
      const at = { createdAt: TIME - 7_200, expiresAt: TIME + 86_400 }
      const data = { list: known.map((one) => ({ ...one, ...at })) }
      return Response.json({ code: 200, message: 'ok', data })
    }
    const { id } = JSON.parse(body ?? '{}') as { id: string }
    ended.push(id)
    known = known.filter((one) => one.id !== id)
    return Response.json({ code: 200, message: 'ok', data: { revoked: 1 } })
  })
  return ended
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  serve(null)
})
afterEach(() => {
  cleanup()
  window.localStorage.clear()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  vi.mocked(runTransaction).mockClear()
  vi.unstubAllGlobals()
})

function section(name: string) {
  return screen.getByRole('region', { name })
}
function checked(picture = section('五项事实')) {
  return within(picture).getByRole('img').getAttribute('aria-label')
}

describe('/safe', () => {
  it('shows five facts that this browser has just checked, at the blocks it names', () => {
    showChain()
    render(<SafePage />)
    const facts = section('五项事实')
    expect(within(facts).getByText('5 项都已核对')).toBeTruthy()
    expect(checked()).toBe('五项事实，5 项已核对')
    expect(within(facts).getAllByText('刚刚核对')).toHaveLength(5)
    expect(facts.textContent).toContain('11 / 11 个合约与公布的代码一致')
    expect(facts.textContent).toContain('数据取自区块 4,918 · 代码取自区块 4,917')
    expect(facts.textContent).toContain('至多领走 20.00 USDT')
    expect(facts.textContent).toContain('至多增发 600.00 MCM、900.00 GALX')
    for (const words of ['函数', '谁有权', '最坏损失', '测试'])
      expect(within(facts).getAllByText(words)).toHaveLength(5)
    expect(section('合约').textContent).toContain('11 / 11 一致')
  })

  it('names a guardian’s powers in each contract, and every guardian', () => {
    const { guardians } = safety()
    const other: HexString = `0x${'ee'.repeat(20)}`
    showChain()
    const view = render(<SafePage />)
    const powers = () => section('五项事实').textContent
    for (const name of ['pauseStaking', 'pauseDeposits', 'pause,', 'disableSigner', 'disableCoSigner'])
      expect(powers()).toContain(name)
    expect(powers()).toContain(
      '守护者（可暂停新质押、新存入与凭证领取，至多 7 天；可停用凭证签名者与联署者）',
    )
    // One account that guards all contracts is listed once, without the contracts' names.
    expect(powers()).not.toContain('质押池、ZN 金库')
    view.unmount()
    showChain({ now: safety({ guardians: { ...guardians, RewardVouchers: other } }) })
    render(<SafePage />)
    expect(powers()).toContain('质押池、ZN 金库')
    const shown = within(section('五项事实')).getAllByTitle(other)
    expect(shown).toHaveLength(1)
  })

  it('shows both signers of vouchers with their nonce, and names a signer that is switched off', () => {
    const { signer, coSigner } = safety()
    showChain()
    const view = render(<SafePage />)
    const facts = () => section('五项事实')
    for (const key of [signer, coSigner]) expect(within(facts()).getAllByTitle(key!)).toHaveLength(1)
    expect(facts().textContent).toContain('单有一个领不出任何奖金')
    expect(facts().textContent).toContain('现在的编号：7')
    expect(facts().textContent).toContain('一把签名钥匙被盗：0；两把都被盗：至多领走 20.00 USDT')
    expect(facts().textContent).not.toContain('已停用')
    view.unmount()
    showChain({ now: safety({ coSigner: `0x${'0'.repeat(40)}` }) })
    render(<SafePage />)
    expect(facts().textContent).toContain('凭证联署者无（已停用）')
  })

  it('shows different code as a fault, first in the list, and no dependent fact as checked', () => {
    showChain({ code: codes({ StakingPools: 'other' }) })
    render(<SafePage />)
    expect(checked()).toBe('五项事实，3 项已核对')
    expect(screen.getByText('2 项与承诺不符')).toBeTruthy()
    const rows = within(section('合约')).getAllByRole('listitem')
    expect(rows[0]!.textContent).toMatch(/^质押池.*代码不是公布的$/)
    expect(section('合约').textContent).toContain('10 / 11 一致')
  })

  it('shows a reserve below its debts with the missing amount', () => {
    const { held } = safety()
    showChain({ now: safety({ held: { ...held, ZnVault: { ...held.ZnVault, GALX: 500n * ONE } } }) })
    render(<SafePage />)
    expect(within(section('储备与应付')).getByRole('alert').textContent).toBe('缺少 20.00 GALX')
    expect(within(section('储备与应付')).getByText('不足')).toBeTruthy()
    expect(checked()).toBe('五项事实，3 项已核对')
  })

  it('shows a contract that could not be read as unread, and not green', () => {
    showChain({ now: safety({ vault: null }), code: codes({ ZnVault: 'unread' }) })
    render(<SafePage />)
    const row = within(section('储备与应付')).getByText('GALX · ZN 金库').closest('li')!
    expect(row.textContent).toContain('没有读到')
    expect(within(section('合约')).getByText('没有读到代码')).toBeTruthy()
    const facts = section('五项事实')
    expect(within(facts).getAllByText('没有核对')).toHaveLength(4)
    expect(within(facts).getAllByText('刚刚核对')).toHaveLength(1)
  })

  it('calls nothing checked while the chain cannot be reached, not even an earlier reading', () => {
    showChain()
    const view = render(<SafePage />)
    act(() => useChainStore.setState({ connection: 'down' }))
    expect(checked()).toBe('五项事实，0 项已核对')
    expect(section('储备与应付').textContent).not.toContain('足够')
    expect(section('合约').textContent).not.toContain('代码与公布的一致')
    view.unmount()
    for (const one of [safetyRead, codesRead])
      setReading<Safety | Codes>(one as typeof safetyRead, { status: 'failed', reason: 'no node' })
    render(<SafePage />)
    expect(within(section('储备与应付')).getByText('链暂时连不上，读不到储备')).toBeTruthy()
    expect(within(section('合约')).getByText('链暂时连不上，没有核对代码')).toBeTruthy()
    const refresh = vi.fn(() => Promise.resolve())
    setRefresh(refresh)
    act(() => useAppStore.setState({ address: ACCOUNT, connection: 'connected' }))
    act(() => setReading<Allowance[]>(allowances, { status: 'failed', reason: 'no node' }))
    for (const name of ['储备与应付', '合约', '我给出的授权'])
      fireEvent.click(within(section(name)).getByRole('button', { name: '重试' }))
    expect(refresh).toHaveBeenCalledTimes(3)
    setRefresh(null)
  })

  it('does not say that nothing is announced while the servers are down, and gives the command that lists announcements', async () => {
    showChain()
    render(<SafePage />)
    const timelock = section('时间锁队列')
    expect(await within(timelock).findByText('现在读不到网站的清单')).toBeTruthy()
    expect(within(timelock).getByText('2 天')).toBeTruthy()
    expect(within(timelock).getByRole('textbox')).toHaveProperty(
      'value',
      `npm run operator -- verify --rpc ${config.rpcUrl} --deployment FILE`,
    )
  })

  it('describes each announced change in words, and says whether the timelock agrees', async () => {
    const { StakingPools, RewardVouchers } = config.contracts
    const who: HexString = `0x${'5e'.repeat(20)}`
    const guardian = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'setGuardian', args: [who] })
    const off = encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'disableSigner' })
    const calls = [
      { target: StakingPools.toLowerCase() as HexString, value: '0', data: guardian },
      { target: RewardVouchers.toLowerCase() as HexString, value: '0', data: off },
    ]
    const batch = keccak256(
      encodeAbiParameters(parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32'), [
        calls.map(({ target }) => target),
        [0n, 0n],
        [guardian, off],
        zeroHash,
        zeroHash,
      ]),
    )
    const order = { predecessor: zeroHash, salt: zeroHash, scheduledAt: TIME }
    const foreign: HexString = `0x${'99'.repeat(20)}`
    const forged = `0x${'f0'.repeat(32)}`
    const list = [
      { id: batch, ...order, readyAt: String(TIME + 86_400), calls },
      {
        id: forged,
        ...order,
        readyAt: String(TIME + 90_000),
        calls: [{ target: foreign, value: '0', data: '0x12345678' }],
      },
    ]
    const timelock = { list, more: false, asOf: { block: 4_900, at: TIME } }
    vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data: timelock }))
    showChain()
    render(<SafePage />)
    const rows = async () =>
      within(await within(section('时间锁队列')).findByRole('list', { name: '排队的变更' })).getAllByRole(
        'listitem',
      )
    await waitFor(async () =>
      expect((await rows())[0]!.textContent).toContain(`质押池的守护者改为 ${getAddress(who)}`),
    )
    const shown = async () => (await rows()).map(({ textContent }) => textContent).join()
    expect(await shown()).toContain('停用凭证签名者')
    expect(await shown()).toContain(`调用 ${foreign}，4 字节的内容无法辨认`)
    // No change counts as compared before the contract was read.
    expect(await shown()).not.toContain('已与时间锁合约核对')
    const times = (known: Map<string, bigint>) =>
      act(() =>
        setReading(
          {
            key: `pool/timelock ${batch},${forged}`,
            ofAccount: false,
            load: () => Promise.reject(new Error()),
          },
          read(known),
        ),
      )
    times(
      new Map([
        [batch, BigInt(TIME + 86_400)],
        [forged, BigInt(TIME + 90_000)],
      ]),
    )
    expect(await shown()).toContain('内容与日期已与时间锁合约核对')
    // Its calls do not match its identifier.
    expect(await shown()).toContain('不要相信这一项')
    times(
      new Map([
        [batch, BigInt(TIME + 7)],
        [forged, 1n],
      ]),
    )
    expect(await shown()).not.toContain('已与时间锁合约核对')
    // An operation that was executed meanwhile is no longer shown.
    expect(await shown()).not.toContain(foreign)
  })

  it('shows an announcement with a date beyond the calendar, and the other announcements', async () => {
    const order = { predecessor: zeroHash, salt: zeroHash, scheduledAt: TIME, calls: null }
    const list = [
      { id: `0x${'01'.repeat(32)}`, ...order, readyAt: String(TIME + 60) },
      { id: `0x${'02'.repeat(32)}`, ...order, readyAt: String(2n ** 256n - 1n) },
    ]
    const data = { list, more: false, asOf: { block: 4_900, at: TIME } }
    vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data }))
    showChain()
    render(<SafePage />)
    expect(await screen.findByText(/公元 9999 年之后/)).toBeTruthy()
    expect(screen.getByText(/起可以执行/)).toBeTruthy()
  })

  it('says that the site lists nothing, with the block up to which the logs were read', async () => {
    const data = { list: [], more: false, asOf: { block: 4_900, at: TIME } }
    vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data }))
    showChain()
    render(<SafePage />)
    expect(await screen.findByText('截至区块 4,900，网站没有列出变更')).toBeTruthy()
    expect(section('时间锁队列').textContent).toContain('下面的命令读取部署以来的全部日志')
  })

  describe('with the logs of a node', () => {
    const who: HexString = `0x${'5e'.repeat(20)}`
    const call = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'setGuardian', args: [who] })
    const { id, logs } = announcement(4_000, [call], {
      timelock: config.contracts.Timelock,
      target: config.contracts.StakingPools,
    })
    /** Each test has its own chain, because the browser remembers the logs that it has read of a chain. */
    let chains = 0

    function serveLogs(
      site: 'nothing' | 'no answer',
      node: (method: string) => object,
      list: readonly object[] = [],
    ) {
      const data = { list, more: false, asOf: { block: 4_900, at: TIME } }
      vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string } = {}) => {
        if (!url.startsWith(config.rpcUrl)) {
          if (site === 'no answer') throw new TypeError('unreachable')
          return Response.json({ code: 200, message: 'ok', data })
        }
        return Response.json({
          jsonrpc: '2.0',
          id: 1,
          ...node((JSON.parse(body) as { method: string }).method),
        })
      })
      const genesisHash: HexString = `0x${String(++chains).padStart(64, 'e')}`
      useConfigStore.setState({ state: { status: 'ready', config: { ...config, genesisHash } } })
      showChain()
      const still = { ofAccount: false, load: () => Promise.reject(new Error()) }
      setReading({ key: 'pool/timelockDelay', ...still }, read(172_800))
      setReading({ key: `pool/timelock ${id}`, ...still }, read(new Map([[id, BigInt(TIME + 172_700)]])))
      render(<SafePage />)
      return section('时间锁队列')
    }
    const honest = (method: string) =>
      method === 'eth_getLogs'
        ? { result: logs.map((log) => ({ ...log, blockNumber: '0xfa0' })) }
        : { result: { number: '0x0', timestamp: `0x${(TIME - 100).toString(16)}` } }
    afterEach(() => useLogs.setState(NO_LOGS))

    it('shows a change that the site leaves out, and says so', async () => {
      const timelock = serveLogs('nothing', honest)
      expect(await within(timelock).findByText(logsTexts.unlisted('1'))).toBeTruthy()
      const row = within(within(timelock).getByRole('list', { name: '排队的变更' })).getAllByRole(
        'listitem',
      )[0]!
      await waitFor(() => expect(row.textContent).toContain(`质押池的守护者改为 ${getAddress(who)}`))
      expect(row.textContent).toContain('内容与日期已与时间锁合约核对')
      expect(row.textContent).toContain(logsTexts.mark)
      expect(timelock.textContent).toContain(logsTexts.read('0', '4,918', '网站的节点'))
    })

    it('shows the calls of the log, not the site’s false calls of the same change, and ignores entries that are no changes', async () => {
      const harmless = encodeFunctionData({
        abi: stakingPoolsAbi,
        functionName: 'unpauseStaking',
        args: [1n],
      })
      const listed = {
        id,
        predecessor: zeroHash,
        salt: zeroHash,
        scheduledAt: TIME,
        readyAt: String(TIME + 172_700),
        calls: [{ target: config.contracts.StakingPools.toLowerCase(), value: '0', data: harmless }],
      }
      const timelock = serveLogs('nothing', honest, [
        listed,
        { ...listed, id: `0x${'0e'.repeat(32)}`, readyAt: 'x' },
      ])
      await waitFor(() => expect(timelock.textContent).toContain(`质押池的守护者改为 ${getAddress(who)}`))
      expect(timelock.textContent).toContain(logsTexts.mark)
      expect(within(timelock).getByRole('list', { name: '排队的变更' }).children).toHaveLength(1)
    })

    it('lists the changes from the logs alone while the site is silent', async () => {
      const timelock = serveLogs('no answer', honest)
      await waitFor(() => expect(timelock.textContent).toContain(getAddress(who)))
      expect(timelock.textContent).toContain('以来的变更来自浏览器自己读的日志')
      expect(timelock.textContent).not.toContain(logsTexts.mark)
    })

    it('says that the list is the site’s if the node serves no logs', async () => {
      const error = { code: -32_601, message: 'the method eth_getLogs does not exist/is not available' }
      const timelock = serveLogs('nothing', (method) =>
        method === 'eth_getLogs' ? { error } : honest(method),
      )
      expect(await within(timelock).findByText(logsTexts.siteAlone)).toBeTruthy()
      expect(timelock.textContent).toContain(logsTexts.obstacles.none('网站的节点'))
    })
  })

  it('offers the lifeboat with its hash if the operator has signed one', async () => {
    const operator = privateKeyToAccount(`0x${'17'.repeat(32)}`)
    const release = {
      version: '9.0.0',
      chainId: config.chainId,
      hash: `0x${'ab'.repeat(32)}`,
      cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      leastSafe: '0.0.1',
      signedAt: 1_800_000_000,
      lifeboat: `0x${'cd'.repeat(32)}`,
    } as const
    const signature = await operator.signMessage({ message: releaseText(release) })
    vi.stubGlobal('fetch', async (url: string) =>
      url === './release.json'
        ? Response.json({ ...release, signature })
        : Response.json({ code: 200, message: 'ok', data: { list: [], more: false, asOf: null } }),
    )
    useConfigStore.setState({
      state: { status: 'ready', config: { ...config, releaseSigner: operator.address.toLowerCase() } },
    })
    showChain()
    render(<SafePage />)
    const link = await screen.findByRole('link', { name: '保存救生艇' })
    expect(link.getAttribute('href')).toBe('./lifeboat.html')
    expect(link.hasAttribute('download')).toBe(true)
    expect(screen.getByDisplayValue('cd'.repeat(32))).toBeTruthy()
    clearReleaseCache()
  })

  it('revokes an allowance with an approval of 0', async () => {
    const given: Allowance[] = [
      { token: 'USDT', spender: 'SwapRouter', amount: 2n ** 256n - 1n },
      { token: 'MCM', spender: 'Levels', amount: 2_000n * ONE },
    ]
    showChain({ given })
    render(<SafePage />)
    expect(section('我给出的授权').textContent).toContain('连接钱包，查看你给出的授权')
    act(() => useAppStore.setState({ address: ACCOUNT, connection: 'connected' }))
    const rows = within(section('我给出的授权')).getAllByRole('listitem')
    expect(rows[0]!.textContent).toContain('无限额度')
    expect(rows[1]!.textContent).toContain('2,000.00 MCM')
    fireEvent.click(screen.getByRole('button', { name: '撤销 MCM 对等级的授权' }))
    const intent = vi.mocked(runTransaction).mock.calls[0]![0]
    // The title is a text's name with values, so that its words follow the language.
    const title = intent.describe()
    expect(titleText(title, chineseWords)).toBe('撤销授权：MCM → 等级')
    expect(titleText(title, englishWords)).toBe('Revoke allowance: MCM → Levels')
    for (const spender of SPENDERS) {
      const named = revokeIntent({ token: 'MCM', spender }).describe()
      expect(titleText(named, chineseWords)).toContain(chineseSafe.contracts.names[spender])
      expect(titleText(named, englishWords)).toContain(englishSafe.contracts.names[spender])
    }
    expect(await intent.prepare(ACCOUNT)).toEqual({
      call: { name: 'approve', token: 'MCM', spender: config.contracts.Levels, amount: 0n },
      spends: [],
    })
    act(() => setReading(allowances, read([])))
    expect(section('我给出的授权').textContent).toContain('没有未用完的授权')
  })

  it('lists sessions once signed in, ends a session, and reports a server that is down', async () => {
    const chrome = 'Mozilla/5.0 (Linux; Android 14) Chrome/128.0 Safari/537.36'
    const ended = serve([
      { id: 'a'.repeat(32), current: true, userAgent: 'TokenPocket_iOS iPhone' },
      { id: 'b'.repeat(32), current: false, userAgent: chrome },
    ])
    showChain()
    act(() => useAppStore.setState({ address: ACCOUNT, connection: 'connected' }))
    render(<SafePage />)
    expect(section('已登录的设备').textContent).toContain('签名登录后，查看已登录的设备')
    act(() => keepToken('token', ACCOUNT))
    expect(await within(section('已登录的设备')).findAllByRole('listitem')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: '退出 Chrome · Android' }))
    await waitFor(() => expect(within(section('已登录的设备')).getAllByRole('listitem')).toHaveLength(1))
    expect(ended).toEqual(['b'.repeat(32)])
    cleanup()
    serve(null)
    render(<SafePage />)
    expect(await screen.findByText('服务器暂时连不上，读不到登录的设备')).toBeTruthy()
    expect(checked()).toBe('五项事实，5 项已核对')
  })
})
