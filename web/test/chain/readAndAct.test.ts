// Chain reading and the transaction machine on a real node with the real contracts.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { earnedAt } from '@galx/protocol/formulas'
import { chainNow } from '../../src/core/chain/chainNow.ts'
import { initialChainState, readingIn, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import type { ChainRead } from '../../src/core/chain/chainRead.ts'
import { poolCover } from '../../src/core/chain/cover.ts'
import { accountInPool, balanceOf, poolState, positionsIn } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { withdrawPrincipalIntent } from '../../src/staking/intents.ts'
import { isRest } from '../../src/staking/positionModel.ts'
import errorTexts from '../../src/core/transactions/errorTexts.zh.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import type { Spend } from '../../src/core/transactions/calls/callFile.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import { describeProblem } from '../../src/core/transactions/problem.ts'
import { readNetworkFee } from '../../src/core/transactions/networkFee.ts'
import { changeRecord, restoreRecords } from '../../src/core/transactions/records.ts'
import { resumeTransactions } from '../../src/core/transactions/resume.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import {
  currentTransaction,
  dismissTransaction,
  type TransactionRecord,
  useTransactionStore,
} from '../../src/core/transactions/transactionStore.ts'
import { GIVEN_UP_AFTER } from '../../src/core/transactions/watch.ts'
import { SILENT_AFTER } from '../../src/core/wallet/patience.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'
import { KeyWallet } from './keyWallet.ts'

let test: TestChain
let wallet: KeyWallet
/** what the test before has started */
const ends: (() => void)[] = []

beforeAll(async () => {
  test = await deployForTest()
}, 120_000)
afterAll(async () => {
  await test.chain.stop()
})

beforeEach(async () => {
  window.localStorage.clear()
  wallet = new KeyWallet(test)
  await test.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  for (const token of ['GALX', 'MCM', 'USDT'] as const)
    await give(test, test.config.tokens[token].address, wallet.address, 100n * ETHER)
  useConfigStore.setState({ state: { status: 'ready', config: test.config } })
  useTransactionStore.setState({ list: [], currentId: null, silent: null })
  useChainStore.setState(initialChainState, true)
  useWalletStore.setState({ connected: { id: 'tokenpocket', name: 'test', icon: null, provider: wallet } })
  useAppStore.setState({ ...initialAppState(), address: wallet.address, connection: 'connected' }, true)
  for (const end of ends.splice(0)) end()
  ends.push(startPoller(test.config))
  for (const pool of ['galx', 'galxMcm'] as const)
    for (const shown of [poolState(pool), accountInPool(pool), positionsIn(pool)])
      ends.push(mountRead(shown, 3_000))
  await refreshChain()
})

/** What the store has of a read. */
function read<T>(wanted: ChainRead<T>) {
  return readingIn(useChainStore.getState(), wanted)
}

function act(call: IntendedCall, spends: Spend[] = []) {
  return runTransaction({ describe: () => call.name, prepare: () => ({ call, spends }) })
}
function stake(amount: bigint): IntendedCall {
  return {
    name: 'stake',
    pool: 'galx',
    amount,
    tier: 0,
    inviter: null,
  }
}
function galx(amount: bigint): Spend[] {
  return [{ token: 'GALX', amount }]
}
function record(): TransactionRecord {
  const found = useTransactionStore.getState().list[0]
  if (!found) throw new Error('no record')
  return found
}
function stage(wanted: TransactionRecord['stage']) {
  return expect.poll(() => record().stage, { timeout: 15_000, interval: 50 }).toBe(wanted)
}
function ready() {
  return useAppStore.setState({ disabeldMatch: false })
}

describe('reading', () => {
  it('reads pools, account, positions and the balances in one multicall', async () => {
    const before = wallet.test.config
    expect(before.pools.galx).toBeDefined()
    const state = useChainStore.getState()
    expect(state.connection).toBe('up')
    expect(valueOf(read(balanceOf('GALX')))).toBe(100n * ETHER)
    expect(valueOf(read(poolState('galx')))?.rewardRate).toBeGreaterThan(0n)
    expect(valueOf(read(accountInPool('galx')))?.earned).toBe(0n)
    expect(valueOf(read(positionsIn('galx')))).toEqual([])
    expect(useAppStore.getState().galxBalance).toMatchObject({ status: 'fresh', value: '100' })
  })

  it('rounds the balances down to 6 decimals, never up', async () => {
    await give(test, test.config.tokens.MCM.address, wallet.address, 1_999_999_999_999n)
    await refreshChain()
    expect(useAppStore.getState().mcmBalance).toMatchObject({ value: '100.000001' })
  })

  it('keeps the last balances, marked stale, when the chain does not answer', async () => {
    useConfigStore.setState({
      state: { status: 'ready', config: { ...test.config, rpcUrl: 'http://127.0.0.1:1' } },
    })
    useWalletStore.setState({ connected: null })
    await refreshChain()
    expect(useAppStore.getState().galxBalance).toMatchObject({ status: 'stale', value: '100' })
    expect(useChainStore.getState().connection).toBe('down')
  })

  it('reads through the wallet when the configured endpoint is down', async () => {
    useConfigStore.setState({
      state: { status: 'ready', config: { ...test.config, rpcUrl: 'http://127.0.0.1:1' } },
    })
    await refreshChain()
    expect(useAppStore.getState().galxBalance).toMatchObject({ status: 'fresh', value: '100' })
  })

  it('computes the same earnings as the chain between two readings', async () => {
    wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await refreshChain()
    const [account, pool] = [valueOf(read(accountInPool('galx'))), valueOf(read(poolState('galx')))]
    if (!account || !pool) throw new Error('not read')
    await test.rpc('evm_increaseTime', 1_000)
    await test.mine()
    await refreshChain()
    const { head } = useChainStore.getState()
    const chainSays = valueOf(read(accountInPool('galx')))?.earned ?? 0n
    const workedOut = earnedAt(account, pool, head?.timestamp ?? 0)
    expect(chainSays).toBeGreaterThan(0n)
    // The contract rounds its accumulator down: less than a millionth of what is earned may lie between.
    expect(workedOut - chainSays).toBeGreaterThanOrEqual(-1n)
    expect(workedOut - chainSays).toBeLessThan(chainSays / 1_000_000n + 1_000n)
    expect(chainNow(head as never, (head?.readAt ?? 0) + 1_500)).toBe((head?.timestamp ?? 0) + 1.5)
  })

  it('compares what the pools’ contract holds with what it owes, in one call, and notices what is missing', async () => {
    ends.push(mountRead(poolCover, 3_000))
    await refreshChain()
    const before = valueOf(read(poolCover)) ?? []
    expect(before.length).toBeGreaterThan(2)
    expect(before.every((cover) => cover === 'covered' || cover === 'partly')).toBe(true)
    // As if tokens had been taken out of the contract by force.
    const { StakingPools } = test.config.contracts
    const galx = test.config.tokens.GALX.address
    const snapshot = await test.rpc<string>('evm_snapshot')
    await test.rpc('anvil_impersonateAccount', StakingPools)
    await test.rpc('anvil_setBalance', StakingPools, '0xde0b6b3a7640000')
    const word = (hex: string) => hex.slice(2).padStart(64, '0')
    const held = await test.rpc<string>(
      'eth_call',
      { to: galx, data: `0x70a08231${word(StakingPools)}` },
      'latest',
    )
    await test.send(StakingPools, galx, `0xa9059cbb${word(wallet.address)}${word(held)}`)
    await refreshChain()
    expect(valueOf(read(poolCover))).toContain('short')
    await test.rpc('evm_revert', snapshot)
  })

  it('says before signing what the network takes: simulated once the call can run, by measured gas before', async () => {
    const call = stake(10n * ETHER)
    const before = await readNetworkFee(wallet.address, call)
    expect(before?.from).toBe('typical')
    wallet.automine = true
    const spender = test.config.contracts.StakingPools
    await act({ name: 'approve', token: 'GALX', spender, amount: 10n * ETHER })
    await stage('confirmed')
    ready()
    const simulated = await readNetworkFee(wallet.address, call)
    expect(simulated?.from).toBe('simulated')
    await act(call, galx(10n * ETHER))
    await stage('confirmed')
    const { hash, fee = 0n } = record()
    const receipt = (await test.rpc('eth_getTransactionReceipt', hash)) as { gasUsed: string }
    const used = BigInt(receipt.gasUsed) * BigInt((await test.rpc('eth_gasPrice')) as string)
    // The price falls a little from block to block; the gas itself is the same within a tenth, with a permit within a half.
    const near = (value: bigint, part: bigint) => value > used - used / part && value < used + used / part
    expect(near(simulated?.wei ?? 0n, 4n)).toBe(true)
    expect(near(before?.wei ?? 0n, 1n)).toBe(true)
    expect(fee).toBeGreaterThanOrEqual(used)
  })
})

describe('the transaction machine', () => {
  it('stakes with a permit and no approval where the token has it', async () => {
    wallet.automine = true
    await act(stake(5n * ETHER), galx(5n * ETHER))
    await stage('confirmed')
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(record().steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'permit done',
      'call done',
    ])
    await expect.poll(() => valueOf(read(positionsIn('galx')))).toMatchObject([{ amount: 5n * ETHER }])
  })

  it('stakes a pair with two permits in one transaction', async () => {
    wallet.automine = true
    await act({ name: 'stake', pool: 'galxMcm', amount: 5n * ETHER, tier: 0, inviter: null }, [
      { token: 'GALX', amount: 5n * ETHER },
      { token: 'MCM', amount: 5n * ETHER },
    ])
    await stage('confirmed')
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_signTypedData_v4', 'eth_sendTransaction'])
  })

  it('approves exactly the amount where the token has no permit', async () => {
    wallet.automine = true
    await act({ name: 'stake', pool: 'aaa', amount: 7n * ETHER, tier: 0, inviter: null }, [
      { token: 'USDT', amount: 7n * ETHER },
    ])
    await stage('confirmed')
    expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(BigInt(`0x${wallet.sent[0]?.data.slice(-64)}`)).toBe(7n * ETHER)
    // Nothing of the allowance is left over.
    expect(record().steps.map(({ kind }) => kind)).toEqual(['approve', 'call'])
  })

  it('approves instead when the wallet cannot sign typed data', async () => {
    wallet.automine = true
    wallet.typedData = false
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sendTransaction'])
  })

  it('says what is missing before anything is signed: token balance', async () => {
    await act(stake(101n * ETHER), galx(101n * ETHER))
    expect(record()).toMatchObject({
      stage: 'failed',
      hash: null,
      problem: { code: 'insufficientToken', token: 'GALX' },
    })
    expect(describeProblem(record().problem as never, errorTexts)).toBe('GALX 余额不足：需要 101，现有 100')
    expect(wallet.asked).toEqual([])
  })

  it('says what is missing before anything is signed: gas coin', async () => {
    await test.rpc('anvil_setBalance', wallet.address, '0x0')
    await act({ name: 'drip', account: wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'noGas' } })
    expect(wallet.asked).toEqual([])
  })

  it('says by how much the gas coin is short, and never that nothing is needed', async () => {
    await test.rpc('anvil_setBalance', wallet.address, '0x1')
    await act({ name: 'drip', account: wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'insufficientGas', available: '1' } })
    expect(describeProblem(record().problem as never, errorTexts)).toMatch(/约需 0\.0\d*[1-9]，现有 0$/)
    expect(wallet.asked).toEqual([])
  })

  it('distinguishes a chain that cannot be reached from a fault of the wallet', async () => {
    const config = { ...test.config, rpcUrl: 'http://127.0.0.1:1' }
    useConfigStore.setState({ state: { status: 'ready', config } })
    wallet.offline = true
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'chainUnreachable' } })
  })

  it('simulates first and words the revert', async () => {
    await act({ name: 'unstake', pool: 'galx', position: 9n, amount: 1n, to: wallet.address })
    expect(record()).toMatchObject({
      stage: 'failed',
      problem: { code: 'reverted', error: 'StakingPools_PositionUnknown' },
    })
    expect(describeProblem(record().problem as never, errorTexts)).toBe('没有这个仓位，可能已经取回')
    expect(wallet.asked).toEqual([])
  })

  it('refuses to send on another chain with the same chain id (genesis hash)', async () => {
    const genesisHash = `0x${'12'.repeat(32)}` as const
    useConfigStore.setState({ state: { status: 'ready', config: { ...test.config, genesisHash } } })
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'wrongGenesis' } })
    expect(wallet.asked).toEqual([])
  })

  it('distinguishes the user’s refusal from a fault', async () => {
    wallet.refuse = true
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'refused', problem: null })
  })

  it('claims several pools in one transaction', async () => {
    wallet.automine = true
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    ready()
    await act({ name: 'claimMany', pools: ['galx', 'galxMcm'], to: wallet.address })
    await stage('confirmed')
    expect(wallet.sent).toHaveLength(2)
    expect(wallet.sent[1]?.to).toBe(test.config.contracts.StakingPools)
  })

  it('starts no second transaction while disabeldMatch is set', async () => {
    wallet.automine = true
    await act(stake(ETHER), galx(ETHER))
    expect(useAppStore.getState().disabeldMatch).toBe(true)
    expect(await act(stake(ETHER), galx(ETHER))).toBeNull()
    expect(useTransactionStore.getState().list).toHaveLength(1)
    await stage('confirmed')
  })

  it('goes on when the report to the server fails', async () => {
    wallet.automine = true
    await runTransaction({
      describe: () => 'stake',
      prepare: () => ({ call: stake(ETHER), spends: galx(ETHER) }),
      report: () => Promise.reject(new Error('down')),
    })
    await stage('confirmed')
  })

  it('shows a stake as it happened, by the receipt, with what it changed and where to go', async () => {
    wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: 10n * ETHER, token: 'GALX' }])
    expect(record().outcome?.next).toEqual({ label: 'viewPosition', page: 'galx' })
    await expect
      .poll(() => record().outcome?.changes, { timeout: 15_000 })
      .toEqual([
        { label: 'position', unit: 'GALX', before: 0n, after: 10n * ETHER },
        { label: 'share', unit: 'share', before: 0n, after: expect.any(BigInt) },
        { label: 'balance', unit: 'GALX', before: 100n * ETHER, after: 90n * ETHER },
      ])
    expect(record().outcome?.changes[1]?.after).toBeGreaterThan(0n)
    // It survives a reload with its figures.
    expect(restoreRecords(test.config.genesisHash).find(({ id }) => id === record().id)).toEqual(record())
  })

  it('shows a claim’s amount as it was paid, not as it was expected', async () => {
    wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await test.rpc('evm_increaseTime', 1_000)
    await test.mine()
    ready()
    await act({ name: 'claim', pool: 'galx', to: wallet.address })
    await stage('confirmed')
    await expect.poll(() => record().outcome?.changes, { timeout: 15_000 }).toHaveLength(1)
    const [fact] = record().outcome?.facts ?? []
    const [balance] = record().outcome?.changes ?? []
    expect(fact).toMatchObject({ label: 'claimed', token: 'GALX' })
    expect(fact?.amount).toBeGreaterThan(0n)
    expect(balance).toMatchObject({ label: 'balance', unit: 'GALX', before: 90n * ETHER })
    expect((balance?.after ?? 0n) - (balance?.before ?? 0n)).toBe(fact?.amount)
    expect(record().outcome?.next).toEqual({ label: 'stakeAgain', page: 'galx' })
  })

  it('a wallet that does not answer holds nothing up: the person stops waiting, and a late hash is still followed', async () => {
    wallet.automine = true
    const setTimer = window.setTimeout
    const timers = vi
      .spyOn(window, 'setTimeout')
      .mockImplementation(((run: () => void, wait?: number) =>
        setTimer(run, wait === SILENT_AFTER ? 50 : wait)) as never)
    let answer: (() => void) | undefined
    const request = wallet.request.bind(wallet)
    vi.spyOn(wallet, 'request').mockImplementation(async (asked) => {
      if (asked.method === 'eth_sendTransaction' && answer === undefined)
        await new Promise<void>((resolve) => (answer = resolve))
      return request(asked)
    })
    const sending = act({ name: 'drip', account: wallet.address })
    await expect.poll(() => answer).toBeDefined()
    await expect.poll(() => useTransactionStore.getState().silent?.id).toBe(record().id)
    useTransactionStore.getState().silent?.stop()
    expect(await sending).toMatchObject({ stage: 'failed', problem: { code: 'walletSilent' } })
    expect(useTransactionStore.getState().silent).toBeNull()
    timers.mockRestore()

    // The wallet sends after all.
    answer?.()
    await stage('confirmed')
    expect(record()).toMatchObject({ problem: null })
    expect(record().outcome?.facts.every(({ label }) => label === 'received')).toBe(true)
  })

  it('an earlier request that is open in the wallet is said in words', async () => {
    const request = wallet.request.bind(wallet)
    vi.spyOn(wallet, 'request').mockImplementation((asked) =>
      asked.method === 'eth_sendTransaction'
        ? Promise.reject(Object.assign(new Error('pending'), { code: -32002 }))
        : request(asked),
    )
    await act({ name: 'drip', account: wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'walletPending' } })
    expect(describeProblem(record().problem as never, errorTexts)).toContain('未处理的请求')
  })

  it('the emergency exit pays the principal and forfeits what was not claimed', async () => {
    wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await test.rpc('evm_increaseTime', 1_000)
    await test.mine()
    await refreshChain()
    expect(valueOf(read(accountInPool('galx')))?.earned).toBeGreaterThan(0n)
    const position = valueOf(read(positionsIn('galx')))?.[0]
    if (position === undefined) throw new Error('no position')
    ready()
    await runTransaction(withdrawPrincipalIntent(position, []))
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galx')))).toEqual([])
    expect(valueOf(read(balanceOf('GALX')))).toBe(100n * ETHER)
    expect(valueOf(read(accountInPool('galx')))?.earned).toBe(0n)
  })

  it('the emergency exit takes what is left once a token that refused pays again', async () => {
    wallet.automine = true
    await act({ name: 'stake', pool: 'galxMcm', amount: 5n * ETHER, tier: 0, inviter: null }, [
      { token: 'GALX', amount: 5n * ETHER },
      { token: 'MCM', amount: 5n * ETHER },
    ])
    await stage('confirmed')
    const position = () => valueOf(read(positionsIn('galxMcm')))?.[0]
    const leave = async () => {
      const held = position()
      if (held === undefined) throw new Error('no position')
      ready()
      await runTransaction(withdrawPrincipalIntent(held, []))
    }
    await expect.poll(() => position()).toMatchObject({ amount: 5n * ETHER, pairAmount: 5n * ETHER })

    // MCM refuses every call for a while: a contract whose first instruction is an invalid one.
    const { address } = test.config.tokens.MCM
    const code = await test.rpc<string>('eth_getCode', address, 'latest')
    await test.rpc('anvil_setCode', address, '0xfe')
    await leave()
    await stage('confirmed')
    await expect.poll(() => position()).toMatchObject({ amount: 0n, pairAmount: 5n * ETHER })
    expect(isRest(position() as never)).toBe(true)
    expect(valueOf(read(balanceOf('GALX')))).toBe(100n * ETHER)

    // Still refusing: said in words, and nothing is sent.
    const sent = wallet.asked.length
    await leave()
    expect(describeProblem(record().problem as never, errorTexts)).toBe('代币合约拒绝付款，仓位没有变动')
    expect(wallet.asked).toHaveLength(sent)

    await test.rpc('anvil_setCode', address, code)
    await leave()
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galxMcm')))).toEqual([])
    await expect.poll(() => valueOf(read(balanceOf('MCM')))).toBe(100n * ETHER)
  })

  it('with both APIs stopped: balances, position, claim and withdrawal work', async () => {
    // The test's configuration names two servers that nobody runs.
    wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galx')))?.length).toBe(1)
    expect(useAppStore.getState().galxBalance).toMatchObject({ value: '90' })
    await test.rpc('evm_increaseTime', 100)
    ready()
    await act({ name: 'claim', pool: 'galx', to: wallet.address })
    await stage('confirmed')
    await expect.poll(() => valueOf(read(balanceOf('GALX'))) ?? 0n).toBeGreaterThan(90n * ETHER)
    ready()
    const position = valueOf(read(positionsIn('galx')))?.[0]?.position ?? -1n
    await act({ name: 'unstake', pool: 'galx', position, amount: 10n * ETHER, to: wallet.address })
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galx')))).toEqual([])
    expect(valueOf(read(balanceOf('GALX')))).toBeGreaterThan(100n * ETHER)
  })

  it('same hash: pending, then confirmed', async () => {
    await act(stake(ETHER), galx(ETHER))
    expect(record().stage).toBe('pending')
    await test.mine()
    await stage('confirmed')
    expect(record().blockNumber).not.toBeNull()
  })

  it('failed: mined and reverted, with the reason', async () => {
    wallet.automine = true
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    wallet.automine = false
    ready()
    await refreshChain()
    const position = valueOf(read(positionsIn('galx')))?.[0]?.position ?? -1n
    // An exit sent behind the app's back is mined first.
    wallet.before = () => wallet.sendOwn({ name: 'exit', pool: 'galx', position, to: wallet.address })
    await act({ name: 'unstake', pool: 'galx', position, amount: ETHER, to: wallet.address })
    await test.mine()
    await stage('failed')
    expect(record()).toMatchObject({ problem: { code: 'reverted', error: 'StakingPools_PositionUnknown' } })
    expect(record().hash).not.toBeNull()
  })

  it('sped-up: the same call under another hash decides', async () => {
    await act(stake(ETHER), galx(ETHER))
    const first = record().hash
    await wallet.replace('same')
    await test.mine()
    await stage('confirmed')
    expect(record().replacement).toMatchObject({ how: 'spedUp' })
    expect(record().hash).not.toBe(first)
  })

  it('goes on with the call when its approval was sped up in the wallet', async () => {
    const pool = { name: 'stake', pool: 'aaa', amount: 7n * ETHER, tier: 0, inviter: null } as const
    const staked = act(pool, [{ token: 'USDT', amount: 7n * ETHER }])
    await stage('pending')
    const first = record().hash
    await wallet.replace('same')
    wallet.automine = true
    await test.mine()
    expect(await test.rpc('eth_getTransactionReceipt', first)).toBeNull()
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
    // Until then the way out is what a press on anything else shows.
    expect(await act({ name: 'drip', account: wallet.address })).toBeNull()
    expect(useTransactionStore.getState().currentId).toBe(id)
    useTransactionStore.getState().silent?.stop()
    expect(await staked).toMatchObject({
      stage: 'failed',
      sentAt: null,
      problem: { code: 'approvalLeft', token: 'USDT' },
    })
    expect(useTransactionStore.getState().silent).toBeNull()

    await act({ name: 'drip', account: wallet.address })
    await test.mine()
    await stage('confirmed')
    expect(wallet.sent.map(({ to }) => to)).toEqual([
      test.config.tokens.USDT.address,
      test.config.contracts.DemoFaucet,
    ])
    expect(useTransactionStore.getState().list.find((item) => item.id === id)?.stage).toBe('failed')
  })

  it('cancelled: another call with the same nonce', async () => {
    await act(stake(ETHER), galx(ETHER))
    await wallet.replace('cancel')
    await test.mine()
    await stage('replaced')
    expect(record().replacement).toMatchObject({ how: 'cancelled' })
  })

  it('dropped: no node knows it any more', async () => {
    await act(stake(ETHER), galx(ETHER))
    await test.rpc('anvil_dropTransaction', record().hash)
    // The minute without a trace passes on the clock alone.
    const realNow = Date.now.bind(Date)
    let ahead = 0
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead)
    await expect
      .poll(() => ((ahead += GIVEN_UP_AFTER / 10), record().stage), { timeout: 15_000 })
      .toBe('dropped')
    clock.mockRestore()
  })

  it('survives a reload: a pending transaction is followed to its end', async () => {
    await act(stake(ETHER), galx(ETHER))
    const stored = window.localStorage.getItem('galx_transactions')
    useTransactionStore.setState({ list: [], currentId: null })
    await new Promise((resolve) => setTimeout(resolve, 1_100)) // the old page's watcher finds its record gone and ends
    window.localStorage.setItem('galx_transactions', stored ?? '')
    resumeTransactions()
    expect(record()).toMatchObject({ stage: 'pending', call: stakeOf(record()) })
    await test.mine()
    await stage('confirmed')
    expect(currentTransaction(useTransactionStore.getState())).toBeNull()
  })

  it('is looked at again after a reload where nothing was found in its place', async () => {
    await act(stake(ETHER), galx(ETHER))
    changeRecord(record().id, {
      stage: 'replaced',
      finishedAt: Date.now(),
      replacement: { hash: null, how: 'other' },
    })
    useTransactionStore.setState({ list: [], currentId: null })
    await new Promise((resolve) => setTimeout(resolve, 1_100)) // as above
    await test.mine()
    resumeTransactions()
    await stage('confirmed')
    expect(record().replacement).toBeNull()
  })
})

function stakeOf({ call }: TransactionRecord) {
  return call
}
