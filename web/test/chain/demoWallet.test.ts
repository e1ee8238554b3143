// The demo wallet's provider on a real node: it asks before each action, and refuses any chain but its own.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverMessageAddress } from 'viem'
import { calldataDigest } from '@galx/protocol/clearSigning/digest'
import { setTakesTogether } from '../../src/demo/batches.ts'
import { clearCall } from '../../src/demo/clearSigning.ts'
import { createDemoProvider, type DemoProvider } from '../../src/demo/demoProvider.ts'
import { openDemoWallet } from '../../src/demo/demoWallet.ts'
import { ProviderError, useQuestions } from '../../src/demo/questions.ts'
import { RpcError } from '../../src/core/chain/rpc.ts'
import { encodeCall } from '../../src/core/transactions/calldata.ts'
import '../dialogElement.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'

let test: TestChain
let wallet: DemoProvider

beforeAll(async () => {
  test = await deployForTest()
}, 120_000)
afterAll(() => test.chain.stop())
beforeEach(() => {
  window.localStorage.clear()
  useQuestions.setState({ open: [], shownBatch: null })
  wallet = createDemoProvider(test.config)
})

/** Answers the next question and returns it. */
async function answer(approved: boolean) {
  await expect.poll(() => useQuestions.getState().open.length).toBe(1)
  const [first] = useQuestions.getState().open
  first?.answer(approved)
  return first?.question
}
async function connect() {
  const accounts = wallet.request({ method: 'eth_requestAccounts' })
  await answer(true)
  const [account] = (await accounts) as [`0x${string}`]
  const switched = wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
  await answer(true)
  await switched
  return account
}

describe('demo wallet', () => {
  it('asks before connecting and before switching, and remembers both across a reload', async () => {
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
    const account = await connect()
    const reloaded = createDemoProvider(test.config)
    expect(await reloaded.request({ method: 'eth_requestAccounts' })).toEqual([account])
    expect(await reloaded.request({ method: 'eth_chainId' })).toBe('0x38')
  })

  it('gives the node’s refusal as a wallet’s error, and the contract’s refusal as a revert', async () => {
    const refused = wallet.request({ method: 'eth_sendRawTransaction', params: ['0x00'] })
    await expect(refused).rejects.toBeInstanceOf(ProviderError)
    const call = { to: test.config.contracts.StakingPools, data: '0x12345678' }
    const reverted = wallet.request({ method: 'eth_call', params: [call, 'latest'] })
    await expect(reverted).rejects.toBeInstanceOf(RpcError)
  })

  it('a rejected question is error 4001, as of any wallet', async () => {
    const refused = expect(wallet.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4001,
    })
    await answer(false)
    await refused
  })

  it('shows the text it signs, and signs it with the account’s key', async () => {
    const account = await connect()
    const hex = `0x${Buffer.from('登录 GALX').toString('hex')}` as const
    const signature = wallet.request({ method: 'personal_sign', params: [hex, account] })
    expect(await answer(true)).toMatchObject({ kind: 'message', text: '登录 GALX' })
    const signer = await recoverMessageAddress({
      message: '登录 GALX',
      signature: (await signature) as `0x${string}`,
    })
    expect(signer.toLowerCase()).toBe(account)
  })

  it('sends a real transaction after confirmation: the faucet drips', async () => {
    const account = await connect()
    await test.rpc('anvil_setBalance', account, '0xde0b6b3a7640000')
    const call = encodeCall({ name: 'drip', account }, test.config)
    const hash = wallet.request({ method: 'eth_sendTransaction', params: [{ from: account, ...call }] })
    expect(await answer(true)).toMatchObject({ kind: 'transaction', to: call.to, data: call.data })
    const sent = await hash
    await test.mine()
    expect(await test.rpc('eth_getTransactionReceipt', sent)).toMatchObject({ status: '0x1', from: account })
  })

  it('refuses any chain whose first block differs from the configured one', async () => {
    await connect()
    const other = createDemoProvider({ ...test.config, genesisHash: `0x${'1'.repeat(64)}` })
    const [from] = (await other.request({ method: 'eth_accounts' })) as string[]
    await expect(
      other.request({ method: 'eth_sendTransaction', params: [{ from, to: from, data: '0x' }] }),
    ).rejects.toMatchObject({ code: 4901 })
    expect(useQuestions.getState().open).toEqual([])
  })

  it('has a second account; switching notifies the app', async () => {
    const first = await connect()
    let announced: unknown
    wallet.on?.('accountsChanged', (accounts) => (announced = accounts))
    wallet.select(1)
    expect(announced).toEqual([wallet.accounts()[1]])
    expect(announced).not.toEqual([first])
    await expect(wallet.request({ method: 'personal_sign', params: ['0x00', first] })).rejects.toMatchObject({
      code: 4100,
    })
  })

  it('exists only where /config.json enables it', () => {
    expect(() => openDemoWallet({ ...test.config, demoWallet: false })).toThrow('not enabled by /config.json')
  })
})

describe('several calls in one confirmation (EIP-5792)', () => {
  // The calls of an earlier test may still be running.
  let id = ''
  let count = 0
  beforeEach(() => {
    count += 1
    id = `0x0${count}`
  })

  async function funded() {
    const account = await connect()
    await test.rpc('anvil_setBalance', account, '0xde0b6b3a7640000')
    await give(test, test.config.tokens.GALX.address, account, ETHER)
    const spender = test.config.contracts.StakingPools
    const approve = encodeCall({ name: 'approve', token: 'GALX', spender, amount: ETHER }, test.config)
    const stake = encodeCall(
      { name: 'stake', pool: 'galx', amount: ETHER, tier: 0, inviter: null },
      test.config,
    )
    return { account, calls: [approve, stake].map(({ to, data }) => ({ to, data })) }
  }
  function ask(account: string, calls: unknown[], more: object = {}) {
    return wallet.request({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          id,
          from: account,
          chainId: '0x38',
          atomicRequired: false,
          calls,
          ...more,
        },
      ],
    })
  }
  function status(of: DemoProvider = wallet) {
    return of.request({ method: 'wallet_getCallsStatus', params: [id] }) as Promise<{
      status: number
      receipts: { status: string; transactionHash: string }[]
    }>
  }
  /** Mines until the calls have ended. */
  async function ended(of: DemoProvider = wallet) {
    await expect
      .poll(async () => (await test.mine(), (await status(of)).status), { timeout: 10_000 })
      .not.toBe(100)
    return status(of)
  }

  it('says that it carries them out one after the other', async () => {
    const account = await connect()
    const capabilities = await wallet.request({
      method: 'wallet_getCapabilities',
      params: [account, ['0x38']],
    })
    expect(capabilities).toEqual({ '0x38': { atomic: { status: 'unsupported' } } })
    setTakesTogether(false)
    await expect(
      wallet.request({ method: 'wallet_getCapabilities', params: [account] }),
    ).rejects.toMatchObject({ code: 4200 })
  })

  it('asks once for approval and stake, and sends both', async () => {
    const { account, calls } = await funded()
    const sent = ask(account, calls)
    expect(await answer(true)).toMatchObject({ kind: 'calls', calls, fee: null })
    expect(await sent).toEqual({ id })
    const { status: end, receipts } = await ended()
    expect(end).toBe(200)
    expect(receipts.map((receipt) => receipt.status)).toEqual(['0x1', '0x1'])
  })

  it('goes on after a reload, without sending a call twice', async () => {
    const { account, calls } = await funded()
    const before = Number(await test.rpc('eth_getTransactionCount', account, 'latest'))
    const sent = ask(account, calls)
    await answer(true)
    await sent
    const reloaded = createDemoProvider(test.config)
    expect((await ended(reloaded)).status).toBe(200)
    expect(Number(await test.rpc('eth_getTransactionCount', account, 'latest')) - before).toBe(2)
  })

  it('is signed by the account that confirmed it, also if another account is selected meanwhile', async () => {
    const { account, calls } = await funded()
    const before = Number(await test.rpc('eth_getTransactionCount', account, 'latest'))
    const sent = ask(account, calls)
    await answer(true)
    await sent
    wallet.select(1)
    expect((await ended()).status).toBe(200)
    expect(Number(await test.rpc('eth_getTransactionCount', account, 'latest')) - before).toBe(2)
  })

  it('stops at a call that fails, and names the calls that worked', async () => {
    const { account, calls } = await funded()
    const [approve] = calls
    const impossible = encodeCall(
      { name: 'stake', pool: 'galx', amount: 9n * ETHER, tier: 0, inviter: null },
      test.config,
    )
    const sent = ask(account, [approve, { to: impossible.to, data: impossible.data }])
    await answer(true)
    await sent
    expect(await ended()).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] })
  })

  it('shows their result (wallet_showCallsStatus): each call in words, with its state and hash', async () => {
    const shown = openDemoWallet({ ...test.config, demoWallet: true })
    const { account, calls } = await funded()
    // The window has its own provider in this visit, which reads the same stored batches.
    const sent = ask(account, calls)
    await answer(true)
    await sent
    const { receipts } = await ended()
    await act(() => shown.provider.request({ method: 'wallet_showCallsStatus', params: [id] }))
    const window = await screen.findByRole('dialog', { name: '演示钱包: 这批操作的进展' })
    expect(await within(window).findByText('全部步骤已写入区块链')).toBeTruthy()
    expect(within(window).getByText('在质押池 GALX 质押 1 GALX')).toBeTruthy()
    expect(within(window).getAllByText('已完成')).toHaveLength(2)
    for (const { transactionHash } of receipts) expect(within(window).getByText(transactionHash)).toBeTruthy()
    fireEvent.click(within(window).getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog', { name: /这批操作的进展/ })).toBeNull()
    await expect(
      wallet.request({ method: 'wallet_showCallsStatus', params: ['0xdead'] }),
    ).rejects.toMatchObject({ code: 5730 })
  })

  it('refuses capabilities that it lacks, another chain, a known id, and an unknown id', async () => {
    const { account, calls } = await funded()
    await expect(ask(account, calls, { atomicRequired: true })).rejects.toMatchObject({ code: 5760 })
    await expect(ask(account, calls, { chainId: '0x1' })).rejects.toMatchObject({ code: 5710 })
    await expect(status()).rejects.toMatchObject({ code: 5730 })
    const sent = ask(account, calls)
    await answer(true)
    await sent
    await expect(ask(account, calls)).rejects.toMatchObject({ code: 5720 })
    await ended()
  })
})

describe('the text of the window', () => {
  it('is read from the bytes by the deployment’s descriptors, with the digest of ERC-8213', async () => {
    const account = await connect()
    const call = encodeCall(
      { name: 'stake', pool: 'galx', amount: ETHER, tier: 0, inviter: null },
      test.config,
    )
    const clear = clearCall({ ...call, value: '0x0' }, account, test.config)
    expect(clear.rendered?.sentence).toBe('在质押池 GALX 质押 1 GALX')
    expect(clear.rendered?.fields).toContainEqual({ label: '期限', value: '活期' })
    const deposit = encodeCall(
      { name: 'stake', pool: 'mcf', amount: ETHER, tier: 0, inviter: null },
      test.config,
    )
    const term = clearCall({ ...deposit, value: '0x0' }, account, test.config).rendered?.fields
    expect(term).toContainEqual({ label: '期限', value: '30 天' })
    expect(clear.digest).toBe(calldataDigest(call.data))
    expect(clearCall({ ...call, to: account, value: '0x0' }, account, test.config).rendered).toBeNull()
    const drip = encodeCall({ name: 'drip', account }, test.config)
    const { rendered } = clearCall({ ...drip, value: '0x0' }, account, test.config)
    expect(rendered?.sentence).toBe('向你的账户发放测试币')
  })
})
