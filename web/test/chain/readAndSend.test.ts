// Chain reading and the transaction machine on a real node with the real contracts.
import { describe, expect, it, vi } from 'vitest'
import { earnedAt } from '@galx/protocol/formulas'
import { chainNow } from '../../src/core/chain/chainNow.ts'
import { useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { poolCover } from '../../src/core/chain/cover.ts'
import { accountInPool, balanceOf, poolState, positionsIn } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { withdrawPrincipalIntent } from '../../src/staking/positionIntents.ts'
import { isRest } from '../../src/staking/positionModel.ts'
import errorTexts from '../../src/core/transactions/errorTexts.zh.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import { describeProblem } from '../../src/core/transactions/problem.ts'
import { readNetworkFee } from '../../src/core/transactions/networkFee.ts'
import { restoreRecords } from '../../src/core/transactions/records.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { SILENT_AFTER } from '../../src/core/wallet/answerTimeout.ts'
import { useWalletStore } from '../../src/core/wallet/walletStore.ts'
import { ETHER, give } from './deployForTest.ts'
import { act, galx, read, ready, record, stage, stake, playOnChain } from './playOnChain.ts'

const scene = playOnChain()

describe('reading', () => {
  it('reads pools, account, positions and the balances in one multicall', async () => {
    const before = scene.wallet.test.config
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
    await give(scene.test, scene.test.config.tokens.MCM.address, scene.wallet.address, 1_999_999_999_999n)
    await refreshChain()
    expect(useAppStore.getState().mcmBalance).toMatchObject({ value: '100.000001' })
  })

  it('keeps the last balances, marked stale, when the chain does not answer', async () => {
    useConfigStore.setState({
      state: { status: 'ready', config: { ...scene.test.config, rpcUrl: 'http://127.0.0.1:1' } },
    })
    useWalletStore.setState({ connected: null })
    await refreshChain()
    expect(useAppStore.getState().galxBalance).toMatchObject({ status: 'stale', value: '100' })
    expect(useChainStore.getState().connection).toBe('down')
  })

  it('reads through the wallet when the configured endpoint is down', async () => {
    useConfigStore.setState({
      state: { status: 'ready', config: { ...scene.test.config, rpcUrl: 'http://127.0.0.1:1' } },
    })
    await refreshChain()
    expect(useAppStore.getState().galxBalance).toMatchObject({ status: 'fresh', value: '100' })
  })

  it('computes the same earnings as the chain between two readings', async () => {
    scene.wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await refreshChain()
    const [account, pool] = [valueOf(read(accountInPool('galx'))), valueOf(read(poolState('galx')))]
    if (!account || !pool) throw new Error('not read')
    await scene.test.rpc('evm_increaseTime', 1_000)
    await scene.test.mine()
    await refreshChain()
    const { head } = useChainStore.getState()
    const chainSays = valueOf(read(accountInPool('galx')))?.earned ?? 0n
    const workedOut = earnedAt(account, pool, head?.timestamp ?? 0)
    expect(chainSays).toBeGreaterThan(0n)
    // The contract rounds its accumulator down: the two may differ by less than a millionth of the reward.
    expect(workedOut - chainSays).toBeGreaterThanOrEqual(-1n)
    expect(workedOut - chainSays).toBeLessThan(chainSays / 1_000_000n + 1_000n)
    expect(chainNow(head as never, (head?.readAt ?? 0) + 1_500)).toBe((head?.timestamp ?? 0) + 1.5)
  })

  it('compares the holdings of the pools’ contract with its debts, in one call, and notices a gap', async () => {
    scene.ends.push(mountRead(poolCover, 3_000))
    await refreshChain()
    const before = valueOf(read(poolCover)) ?? []
    expect(before.length).toBeGreaterThan(2)
    expect(before.every((cover) => cover === 'covered' || cover === 'partly')).toBe(true)
    // Stands in for a theft: takes tokens out of the contract.
    const { StakingPools } = scene.test.config.contracts
    const galx = scene.test.config.tokens.GALX.address
    const snapshot = await scene.test.rpc<string>('evm_snapshot')
    await scene.test.rpc('anvil_impersonateAccount', StakingPools)
    await scene.test.rpc('anvil_setBalance', StakingPools, '0xde0b6b3a7640000')
    const word = (hex: string) => hex.slice(2).padStart(64, '0')
    const held = await scene.test.rpc<string>(
      'eth_call',
      { to: galx, data: `0x70a08231${word(StakingPools)}` },
      'latest',
    )
    await scene.test.send(StakingPools, galx, `0xa9059cbb${word(scene.wallet.address)}${word(held)}`)
    await refreshChain()
    expect(valueOf(read(poolCover))).toContain('short')
    await scene.test.rpc('evm_revert', snapshot)
  })

  it('shows the network fee before signing, from measured gas until the call can be simulated', async () => {
    const call = stake(10n * ETHER)
    const before = await readNetworkFee(scene.wallet.address, call)
    expect(before?.from).toBe('typical')
    scene.wallet.automine = true
    const spender = scene.test.config.contracts.StakingPools
    await act({ name: 'approve', token: 'GALX', spender, amount: 10n * ETHER })
    await stage('confirmed')
    ready()
    const simulated = await readNetworkFee(scene.wallet.address, call)
    expect(simulated?.from).toBe('simulated')
    await act(call, galx(10n * ETHER))
    await stage('confirmed')
    const { hash, fee = 0n } = record()
    const receipt = (await scene.test.rpc('eth_getTransactionReceipt', hash)) as { gasUsed: string }
    const used = BigInt(receipt.gasUsed) * BigInt((await scene.test.rpc('eth_gasPrice')) as string)
    // The price falls a little from block to block; the gas itself is the same within a tenth, with a permit within a half.
    const near = (value: bigint, part: bigint) => value > used - used / part && value < used + used / part
    expect(near(simulated?.wei ?? 0n, 4n)).toBe(true)
    expect(near(before?.wei ?? 0n, 1n)).toBe(true)
    expect(fee).toBeGreaterThanOrEqual(used)
  })
})

describe('the transaction machine', () => {
  it('stakes with a permit and without an approval if the token supports permits', async () => {
    scene.wallet.automine = true
    await act(stake(5n * ETHER), galx(5n * ETHER))
    await stage('confirmed')
    expect(scene.wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(record().steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'permit done',
      'call done',
    ])
    await expect.poll(() => valueOf(read(positionsIn('galx')))).toMatchObject([{ amount: 5n * ETHER }])
  })

  it('stakes a pair with two permits in one transaction', async () => {
    scene.wallet.automine = true
    await act({ name: 'stake', pool: 'galxMcm', amount: 5n * ETHER, tier: 0, inviter: null }, [
      { token: 'GALX', amount: 5n * ETHER },
      { token: 'MCM', amount: 5n * ETHER },
    ])
    await stage('confirmed')
    expect(scene.wallet.asked).toEqual([
      'eth_signTypedData_v4',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
    ])
  })

  it('approves exactly the amount if the token has no permit', async () => {
    scene.wallet.automine = true
    await act({ name: 'stake', pool: 'aaa', amount: 7n * ETHER, tier: 0, inviter: null }, [
      { token: 'USDT', amount: 7n * ETHER },
    ])
    await stage('confirmed')
    expect(scene.wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(BigInt(`0x${scene.wallet.sent[0]?.data.slice(-64)}`)).toBe(7n * ETHER)
    // Nothing of the allowance is left over.
    expect(record().steps.map(({ kind }) => kind)).toEqual(['approve', 'call'])
  })

  it('approves instead when the wallet cannot sign typed data', async () => {
    scene.wallet.automine = true
    scene.wallet.typedData = false
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    expect(scene.wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sendTransaction'])
  })

  it('reports a shortage before anything is signed: token balance', async () => {
    await act(stake(101n * ETHER), galx(101n * ETHER))
    expect(record()).toMatchObject({
      stage: 'failed',
      hash: null,
      problem: { code: 'insufficientToken', token: 'GALX' },
    })
    expect(describeProblem(record().problem as never, errorTexts)).toBe('GALX 余额不足：需要 101，现有 100')
    expect(scene.wallet.asked).toEqual([])
  })

  it('reports a shortage before anything is signed: gas coin', async () => {
    await scene.test.rpc('anvil_setBalance', scene.wallet.address, '0x0')
    await act({ name: 'drip', account: scene.wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'noGas' } })
    expect(scene.wallet.asked).toEqual([])
  })

  it('reports the shortage of the gas coin, and never a need of 0', async () => {
    await scene.test.rpc('anvil_setBalance', scene.wallet.address, '0x1')
    await act({ name: 'drip', account: scene.wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'insufficientGas', available: '1' } })
    expect(describeProblem(record().problem as never, errorTexts)).toMatch(/约需 0\.0\d*[1-9]，现有 0$/)
    expect(scene.wallet.asked).toEqual([])
  })

  it('distinguishes a chain that cannot be reached from an error of the wallet', async () => {
    const config = { ...scene.test.config, rpcUrl: 'http://127.0.0.1:1' }
    useConfigStore.setState({ state: { status: 'ready', config } })
    scene.wallet.offline = true
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'chainUnreachable' } })
  })

  it('simulates first and shows the reason of a revert', async () => {
    await act({ name: 'unstake', pool: 'galx', position: 9n, amount: 1n, to: scene.wallet.address })
    expect(record()).toMatchObject({
      stage: 'failed',
      problem: { code: 'reverted', error: 'StakingPools_PositionUnknown' },
    })
    expect(describeProblem(record().problem as never, errorTexts)).toBe('没有这个仓位，可能已经取回')
    expect(scene.wallet.asked).toEqual([])
  })

  it('refuses to send on another chain with the same chain id (genesis hash)', async () => {
    const genesisHash = `0x${'12'.repeat(32)}` as const
    useConfigStore.setState({ state: { status: 'ready', config: { ...scene.test.config, genesisHash } } })
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'wrongGenesis' } })
    expect(scene.wallet.asked).toEqual([])
  })

  it('distinguishes the user’s refusal from an error', async () => {
    scene.wallet.refuse = true
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'refused', problem: null })
  })

  it('claims several pools in one transaction', async () => {
    scene.wallet.automine = true
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
    ready()
    await act({ name: 'claimMany', pools: ['galx', 'galxMcm'], to: scene.wallet.address })
    await stage('confirmed')
    expect(scene.wallet.sent).toHaveLength(2)
    expect(scene.wallet.sent[1]?.to).toBe(scene.test.config.contracts.StakingPools)
  })

  it('starts no second transaction while disabeldMatch is set', async () => {
    scene.wallet.automine = true
    await act(stake(ETHER), galx(ETHER))
    expect(useAppStore.getState().disabeldMatch).toBe(true)
    expect(await act(stake(ETHER), galx(ETHER))).toBeNull()
    expect(useTransactionStore.getState().list).toHaveLength(1)
    await stage('confirmed')
  })

  it('goes on when the report to the server fails', async () => {
    scene.wallet.automine = true
    await runTransaction({
      describe: () => 'stake',
      prepare: () => ({ call: stake(ETHER), spends: galx(ETHER) }),
      report: () => Promise.reject(new Error('down')),
    })
    await stage('confirmed')
  })

  it('shows a stake by its receipt, with its changes and the next step', async () => {
    scene.wallet.automine = true
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
    // The record survives a reload with its figures.
    expect(restoreRecords(scene.test.config.genesisHash).find(({ id }) => id === record().id)).toEqual(
      record(),
    )
  })

  it('stakes a pool’s reward as a new position, and shows the staked amount from the chain', async () => {
    scene.wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await scene.test.rpc('evm_increaseTime', 1_000)
    await scene.test.mine()
    ready()
    await act({ name: 'compound', pool: 'galx' })
    await stage('confirmed')
    await expect.poll(() => record().outcome?.changes, { timeout: 15_000 }).toHaveLength(2)
    await refreshChain()
    const [first, second] = valueOf(read(positionsIn('galx')))!
    expect(first?.amount).toBe(10n * ETHER)
    expect(second?.amount).toBeGreaterThan(0n)
    expect(record().outcome?.facts).toEqual([{ label: 'staked', amount: second?.amount, token: 'GALX' }])
    expect(record().outcome?.next).toEqual({ label: 'viewPosition', page: 'galx' })
  })

  it('gives a stake to another account and claims for that account, and the result names the other account', async () => {
    const friend = `0x${'ab'.repeat(20)}` as const
    scene.wallet.automine = true
    await act(
      { name: 'stakeFor', pool: 'galx', amount: 10n * ETHER, tier: 0, account: friend },
      galx(10n * ETHER),
    )
    await stage('confirmed')
    expect(record().outcome?.facts).toEqual([{ label: 'given', amount: 10n * ETHER, token: 'GALX' }])
    expect(record().outcome?.next).toBeNull()
    await expect
      .poll(() => record().outcome?.changes, { timeout: 15_000 })
      .toEqual([{ label: 'balance', unit: 'GALX', before: 100n * ETHER, after: 90n * ETHER }])
    await refreshChain()
    expect(valueOf(read(positionsIn('galx')))).toEqual([])
    await scene.test.rpc('evm_increaseTime', 1_000)
    await scene.test.mine()
    ready()
    await act({ name: 'claimFor', pool: 'galx', account: friend })
    await stage('confirmed')
    const [fact] = record().outcome?.facts ?? []
    expect(fact).toMatchObject({ label: 'paidTo', token: 'GALX' })
    expect(fact?.amount).toBeGreaterThan(0n)
    expect(record().outcome).toMatchObject({ changes: [], next: null })
    await refreshChain()
    expect(valueOf(read(balanceOf('GALX')))).toBe(90n * ETHER)
  })

  it('shows the paid amount of a claim, not the expected amount', async () => {
    scene.wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await scene.test.rpc('evm_increaseTime', 1_000)
    await scene.test.mine()
    ready()
    await act({ name: 'claim', pool: 'galx', to: scene.wallet.address })
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

  it('a wallet that does not answer blocks nothing: the person stops waiting, and a late hash is still followed', async () => {
    scene.wallet.automine = true
    const setTimer = window.setTimeout
    const timers = vi
      .spyOn(window, 'setTimeout')
      .mockImplementation(((run: () => void, wait?: number) =>
        setTimer(run, wait === SILENT_AFTER ? 50 : wait)) as never)
    let answer: (() => void) | undefined
    const request = scene.wallet.request.bind(scene.wallet)
    vi.spyOn(scene.wallet, 'request').mockImplementation(async (asked) => {
      if (asked.method === 'eth_sendTransaction' && answer === undefined)
        await new Promise<void>((resolve) => (answer = resolve))
      return request(asked)
    })
    const sending = act({ name: 'drip', account: scene.wallet.address })
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

  it('an earlier request that is still open in the wallet has its own message', async () => {
    const request = scene.wallet.request.bind(scene.wallet)
    vi.spyOn(scene.wallet, 'request').mockImplementation((asked) =>
      asked.method === 'eth_sendTransaction'
        ? Promise.reject(Object.assign(new Error('pending'), { code: -32002 }))
        : request(asked),
    )
    await act({ name: 'drip', account: scene.wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'walletPending' } })
    expect(describeProblem(record().problem as never, errorTexts)).toContain('未处理的请求')
  })

  it('the emergency exit pays the principal and forfeits unclaimed rewards', async () => {
    scene.wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await scene.test.rpc('evm_increaseTime', 1_000)
    await scene.test.mine()
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

  it('the emergency exit pays the rest once a token that refused works again', async () => {
    scene.wallet.automine = true
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
    const { address } = scene.test.config.tokens.MCM
    const code = await scene.test.rpc<string>('eth_getCode', address, 'latest')
    await scene.test.rpc('anvil_setCode', address, '0xfe')
    await leave()
    await stage('confirmed')
    await expect.poll(() => position()).toMatchObject({ amount: 0n, pairAmount: 5n * ETHER })
    expect(isRest(position() as never)).toBe(true)
    expect(valueOf(read(balanceOf('GALX')))).toBe(100n * ETHER)

    // The token still refuses: the reason is shown, and nothing is sent.
    const sent = scene.wallet.asked.length
    await leave()
    expect(describeProblem(record().problem as never, errorTexts)).toBe('代币合约拒绝付款，仓位没有变动')
    expect(scene.wallet.asked).toHaveLength(sent)

    await scene.test.rpc('anvil_setCode', address, code)
    await leave()
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galxMcm')))).toEqual([])
    await expect.poll(() => valueOf(read(balanceOf('MCM')))).toBe(100n * ETHER)
  })

  it('with both APIs stopped: balances, position, claim and withdrawal work', async () => {
    // The test's configuration names two servers that do not run.
    scene.wallet.automine = true
    await act(stake(10n * ETHER), galx(10n * ETHER))
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galx')))?.length).toBe(1)
    expect(useAppStore.getState().galxBalance).toMatchObject({ value: '90' })
    await scene.test.rpc('evm_increaseTime', 100)
    ready()
    await act({ name: 'claim', pool: 'galx', to: scene.wallet.address })
    await stage('confirmed')
    await expect.poll(() => valueOf(read(balanceOf('GALX'))) ?? 0n).toBeGreaterThan(90n * ETHER)
    ready()
    const position = valueOf(read(positionsIn('galx')))?.[0]?.position ?? -1n
    await act({ name: 'unstake', pool: 'galx', position, amount: 10n * ETHER, to: scene.wallet.address })
    await stage('confirmed')
    await expect.poll(() => valueOf(read(positionsIn('galx')))).toEqual([])
    expect(valueOf(read(balanceOf('GALX')))).toBeGreaterThan(100n * ETHER)
  })
})
