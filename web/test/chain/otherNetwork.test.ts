// The wallet's network changes while the app prepares a transaction: nothing may reach another chain.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Spend } from '../../src/core/transactions/calls/callFile.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { clearGenesisCache } from '../../src/core/wallet/genesis.ts'
import { ETHER } from './deployForTest.ts'
import { act, galx, playOnChain, record, stage, stake } from './playOnChain.ts'

const scene = playOnChain()
const inUsdt: IntendedCall = { name: 'stake', pool: 'aaa', amount: ETHER, tier: 0, inviter: null }
const usdt: Spend[] = [{ token: 'USDT', amount: ETHER }]

/** The wallet's own answers in place of its node's, by method. */
let answers: Record<string, unknown> = {}
/** the transactions that the wallet was asked to send */
let given: unknown[] = []
let onSend: () => void = () => {}

beforeEach(() => {
  answers = {}
  given = []
  onSend = () => {}
  scene.wallet.automine = true
  const request = scene.wallet.request.bind(scene.wallet)
  vi.spyOn(scene.wallet, 'request').mockImplementation(async (asked) => {
    if (asked.method === 'eth_sendTransaction' || asked.method === 'wallet_sendCalls') {
      given.push((asked.params as unknown[])[0])
      onSend()
    }
    return asked.method in answers ? answers[asked.method] : request(asked)
  })
})

/** Runs the call; `meanwhile` runs after the first checks. */
function actWith(meanwhile: () => void, call: IntendedCall, spends: Spend[]) {
  return runTransaction({
    describe: () => call.name,
    prepare: () => {
      meanwhile()
      return { call, spends }
    },
  })
}

describe('a wallet that has changed its network before the request', () => {
  it('is not asked to send if the network changed during the checks', async () => {
    const leave = () => (answers = { eth_chainId: '0x1' })
    await actWith(leave, { name: 'drip', account: scene.wallet.address }, [])
    expect(record()).toMatchObject({ stage: 'failed', hash: null, problem: { code: 'wrongChain' } })
    expect(given).toEqual([])
  })

  it('is not asked for an approval either', async () => {
    await actWith(() => (answers = { eth_chainId: '0x1' }), inUsdt, usdt)
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'wrongChain' } })
    expect(given).toEqual([])
  })

  it('is not asked for the call if the network changed while the approval was mined', async () => {
    onSend = () => (answers = { eth_chainId: '0x1' })
    await act(inUsdt, usdt)
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'wrongChain' } })
    expect(record().steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'approve done',
      'call active',
    ])
    expect(given).toHaveLength(1)
  })

  it('is not asked for several calls at once', async () => {
    scene.wallet.batches = true
    await actWith(() => (answers = { eth_chainId: '0x1' }), inUsdt, usdt)
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'wrongChain' } })
    expect(scene.wallet.requests).toContain('wallet_getCapabilities')
    expect(given).toEqual([])
  })

  it('is not asked if the other network has the same chain id', async () => {
    const leave = () => {
      clearGenesisCache(scene.wallet)
      answers = { eth_getBlockByNumber: { hash: `0x${'12'.repeat(32)}` } }
    }
    await actWith(leave, stake(ETHER), galx(ETHER))
    expect(record()).toMatchObject({ stage: 'failed', problem: { code: 'wrongGenesis' } })
    expect(given).toEqual([])
  })
})

it('every transaction names its chain, so that the wallet can refuse it on another chain', async () => {
  await act(inUsdt, usdt)
  await stage('confirmed')
  expect(given).toMatchObject([{ chainId: '0x38' }, { chainId: '0x38' }])
})
