// A node that refuses to answer proves nothing about a contract: the wallet's node is asked next, and if that node refuses too, the person decides.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionsIn } from '../../src/core/chain/reads.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { clearGenesisCache } from '../../src/core/wallet/genesis.ts'
import { type Answering, startAnswering } from '../core/answering.ts'
import { ETHER } from './deployForTest.ts'
import { act, galx, read, ready, record, stage, stake, playOnChain } from './playOnChain.ts'

const scene = playOnChain()
let node: Answering

beforeAll(async () => {
  node = await startAnswering()
})
afterAll(() => {
  node.stop()
})
beforeEach(() => {
  scene.wallet.automine = true
})
afterEach(() => {
  node.reset()
})

/** From now on the configured node gives this answer to every request. */
function refuseAll(error: unknown, status = 200) {
  node.answer = () => ({ status, body: typeof error === 'string' ? error : { jsonrpc: '2.0', id: 1, error } })
  useConfigStore.setState({ state: { status: 'ready', config: { ...scene.test.config, rpcUrl: node.url } } })
}

/** From now on the configured node answers every contract call with this result, and refuses every other request. */
function answerCalls(result: unknown) {
  const error = { code: -32_601, message: 'the method is not available' }
  refuseAll(error)
  node.answer = ({ body }) => ({
    status: 200,
    body: (body as { method: string }).method === 'eth_call' ? { result } : { error },
  })
}

/** The wallet's node gives this answer to these calls. */
function walletRefuses(error: object, methods = ['eth_call', 'eth_estimateGas']) {
  const real = scene.wallet.request.bind(scene.wallet)
  scene.wallet.request = (call) =>
    methods.includes(call.method) ? Promise.reject(Object.assign(new Error('refused'), error)) : real(call)
}

async function stakedPosition() {
  await act(stake(ETHER), galx(ETHER))
  await stage('confirmed')
  ready()
  await refreshChain()
  return valueOf(read(positionsIn('galx')))?.[0]?.position ?? -1n
}
function exit(position: bigint) {
  return act({ name: 'exit', pool: 'galx', position, to: scene.wallet.address })
}

const REFUSALS: [string, unknown, number?][] = [
  ['-32016', { code: -32_016, message: 'over rate limit' }],
  ['-32007', { code: -32_007, message: '15/second request limit reached' }],
  ['-32000 with a limit’s words', { code: -32_000, message: 'project rate limit exceeded' }],
  ['429 in the body', { code: 429, message: 'Too many requests' }],
  ['HTTP 403', { code: -32_000, message: 'access denied' }, 403],
  ['HTTP 403 without JSON', 'forbidden', 403],
  ['code 30', { code: 30, message: 'Request timeout on the free tier' }],
  ['a missing block', { code: -32_000, message: 'header not found' }],
  ['unknown words', { code: -32_099, message: 'come back later' }],
  ['an error that is a string', 'error'],
]

describe('a node that refuses', () => {
  it.each(REFUSALS)(
    'leaves the answer to the wallet’s node, so withdrawing works (%s)',
    async (_, error, status) => {
      const position = await stakedPosition()
      refuseAll(error, status)
      await exit(position)
      await stage('confirmed')
      expect(record().problem).toBeNull()
    },
  )

  it.each([[null], ['0x']])(
    'leaves the call to the wallet’s node if the answer to every call is %j',
    async (result) => {
      const position = await stakedPosition()
      answerCalls(result)
      await exit(position)
      await stage('confirmed')
    },
  )

  it('leaves a stake to the wallet’s node too', async () => {
    refuseAll({ code: -32_016, message: 'over rate limit' })
    await act(stake(ETHER), galx(ETHER))
    await stage('confirmed')
  })

  it('does not hide the contract’s answer to the wallet’s node', async () => {
    refuseAll({ code: -32_016, message: 'over rate limit' })
    await act({ name: 'unstake', pool: 'galx', position: 9n, amount: 1n, to: scene.wallet.address })
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'reverted' } })
  })
})

describe('if the wallet’s node refuses too', () => {
  async function asked() {
    await expect.poll(() => useTransactionStore.getState().silent?.goOn).toBeTypeOf('function')
    const { silent } = useTransactionStore.getState()
    if (silent?.goOn === undefined) throw new Error('not asked')
    return { goOn: silent.goOn, stop: silent.stop }
  }

  it.each([
    ['in the words of a limit', { code: -32_016, message: 'over rate limit' }],
    ['as an internal error', { code: -32_603, message: 'Internal JSON-RPC error.' }],
    ['without a code', { message: 'Failed to fetch' }],
  ])(
    'the person sees the refusal and can continue, so nothing blocks a withdrawal (%s)',
    async (_, error) => {
      const position = await stakedPosition()
      refuseAll({ code: -32_016, message: 'over rate limit' })
      walletRefuses(error)
      const left = exit(position)
      const { goOn } = await asked()
      expect(record()).toMatchObject({
        stage: 'checking',
        problem: { code: 'untried', message: 'over rate limit' },
      })
      expect(scene.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
      goOn()
      await left
      await stage('confirmed')
      expect(record().problem).toBeNull()
    },
  )

  it('the person can continue even if the wallet’s node does not show the chain’s first block', async () => {
    const position = await stakedPosition()
    clearGenesisCache(scene.wallet)
    walletRefuses({ code: -32_016, message: 'over rate limit' }, ['eth_getBlockByNumber'])
    const left = exit(position)
    const { goOn } = await asked()
    expect(record()).toMatchObject({ stage: 'checking', problem: { code: 'chainUnsure' } })
    goOn()
    await left
    await stage('confirmed')
  })

  it('the sheet asks the person about each reason: an unknown chain, and a transaction that no node has simulated', async () => {
    const position = await stakedPosition()
    clearGenesisCache(scene.wallet)
    refuseAll({ code: -32_016, message: 'over rate limit' })
    walletRefuses({ code: -32_016 }, ['eth_getBlockByNumber', 'eth_call', 'eth_estimateGas'])
    const left = exit(position)
    const first = await asked()
    first.goOn()
    await expect.poll(() => record().problem?.code).toBe('untried')
    const second = await asked()
    second.stop()
    await left
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'nodeRefused' } })
  })

  it('the transaction ends if the person does not trust the chain, and nothing is sent', async () => {
    const position = await stakedPosition()
    clearGenesisCache(scene.wallet)
    walletRefuses({ code: -32_016 }, ['eth_getBlockByNumber'])
    const left = exit(position)
    const { stop } = await asked()
    stop()
    await left
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'genesisUnknown' } })
    expect(scene.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  it('the transaction ends with the node’s words if the person does not continue, and nothing is sent', async () => {
    const position = await stakedPosition()
    refuseAll({ code: -32_016, message: 'over rate limit' })
    walletRefuses({ code: -32_016, message: 'over rate limit' })
    const left = exit(position)
    const { stop } = await asked()
    stop()
    await left
    expect(record()).toMatchObject({
      stage: 'failed',
      problem: { code: 'nodeRefused', message: 'over rate limit' },
    })
    expect(useTransactionStore.getState().silent).toBeNull()
    expect(scene.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  it('a stake whose allowance cannot be read ends with the node’s words', async () => {
    refuseAll({ code: -32_016, message: 'over rate limit' })
    walletRefuses({ code: -32_016, message: 'over rate limit' })
    await act(stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({
      stage: 'failed',
      problem: { code: 'nodeRefused', message: 'over rate limit' },
    })
    expect(scene.wallet.asked).toEqual([])
  })
})
