/** A person with tokens and a wallet on a real node with the real contracts, and helpers to read the app's chain state and transactions. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ChainRead } from '../../src/core/chain/chainRead.ts'
import { readingIn, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { accountInPool, poolState, positionsIn } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { useAppStore } from '../../src/core/state/appStore.ts'
import type { Spend } from '../../src/core/transactions/calls/callFile.ts'
import type { IntendedCall } from '../../src/core/transactions/calls/index.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { type TransactionRecord, useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { connectWallet } from './connectWallet.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'
import { KeyWallet } from './keyWallet.ts'

export type Scene = {
  readonly test: TestChain
  /** a new object for each test */
  readonly wallet: KeyWallet
  /** ended before the next test */
  readonly ends: (() => void)[]
}

/** Deploys for the tests of the file; before each test, a new person has 100 of each token and is connected. */
export function playOnChain(): Scene {
  let test: TestChain
  let wallet: KeyWallet
  const ends: Scene['ends'] = []
  beforeAll(async () => {
    test = await deployForTest()
  }, 120_000)
  afterAll(() => test.chain.stop())
  beforeEach(async () => {
    window.localStorage.clear()
    wallet = new KeyWallet(test)
    await test.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
    for (const token of ['GALX', 'MCM', 'USDT'] as const)
      await give(test, test.config.tokens[token].address, wallet.address, 100n * ETHER)
    connectWallet(test, wallet)
    for (const end of ends.splice(0)) end()
    ends.push(startPoller(test.config))
    for (const pool of ['galx', 'galxMcm'] as const)
      for (const shown of [poolState(pool), accountInPool(pool), positionsIn(pool)])
        ends.push(mountRead(shown, 3_000))
    await refreshChain()
  })
  return {
    get test() {
      return test
    },
    get wallet() {
      return wallet
    },
    ends,
  }
}

/** The store's value of a read. */
export function read<T>(wanted: ChainRead<T>) {
  return readingIn(useChainStore.getState(), wanted)
}

export function act(call: IntendedCall, spends: Spend[] = []) {
  return runTransaction({ describe: () => call.name, prepare: () => ({ call, spends }) })
}

export function stake(amount: bigint): IntendedCall {
  return { name: 'stake', pool: 'galx', amount, tier: 0, inviter: null }
}

export function galx(amount: bigint): Spend[] {
  return [{ token: 'GALX', amount }]
}

/** The newest transaction's record. */
export function record(): TransactionRecord {
  const found = useTransactionStore.getState().list[0]
  if (!found) throw new Error('no record')
  return found
}

export function stage(wanted: TransactionRecord['stage']) {
  return expect.poll(() => record().stage, { timeout: 15_000, interval: 50 }).toBe(wanted)
}

/** Ends the wait between two transactions. */
export function ready() {
  return useAppStore.setState({ disabeldMatch: false })
}
