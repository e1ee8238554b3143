// The demo wallet's provider on a real node: it asks before everything, and refuses any chain but its own.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverMessageAddress } from 'viem'
import { createDemoProvider, type DemoProvider } from '../../src/demo/demoProvider.ts'
import { openDemoWallet } from '../../src/demo/demoWallet.ts'
import { useQuestions } from '../../src/demo/questions.ts'
import { encodeCall } from '../../src/core/transactions/calldata.ts'
import { deployForTest, type TestChain } from './deployForTest.ts'

let test: TestChain
let wallet: DemoProvider

beforeAll(async () => {
  test = await deployForTest()
}, 120_000)
afterAll(() => test.chain.stop())
beforeEach(() => {
  window.localStorage.clear()
  useQuestions.setState({ open: [] })
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

  it('has a second account; switching tells the app', async () => {
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
