// A level's boost on a real node: the page names a boost that is not applied yet with its cost, and the button applies the boost.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { levelsBytecode } from '@galx/protocol/bytecode/Levels'
import type { HexString } from '@galx/protocol/webConfig'
import { encodeDeployData, encodeFunctionData, type Abi } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readingIn, useChainStore } from '../../src/core/chain/chainStore.ts'
import { mountRead } from '../../src/core/chain/mountedReads.ts'
import { startPoller } from '../../src/core/chain/poller.ts'
import { accountInPool } from '../../src/core/chain/reads.ts'
import { refreshChain } from '../../src/core/chain/refresh.ts'
import { valueOf } from '../../src/core/state/reading.ts'
import { useTransactionStore } from '../../src/core/transactions/transactionStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import BoostNotice from '../../src/staking/levels/BoostNotice.tsx'
import { connectWallet } from './connectWallet.ts'
import { deployForTest, ETHER, give, type TestChain } from './deployForTest.ts'
import { KeyWallet } from './keyWallet.ts'

/** anvil's first account, which holds the tokens */
const OWNER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const FLEXIBLE = { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }

let test: TestChain
let wallet: KeyWallet
let pools: HexString
let levels: HexString
const ends: (() => void)[] = []

/** Sends and mines. */
function call(from: string, to: HexString, abi: Abi, functionName: string, args: readonly unknown[]) {
  return test.send(from, to, encodeFunctionData({ abi, functionName, args }))
}

beforeAll(async () => {
  await loadLanguage('en_US')
  const base = await deployForTest()
  test = base
  const { GALX, MCM } = base.config.tokens
  pools = base.config.contracts.StakingPools
  const { contractAddress } = await base.send(
    OWNER,
    null,
    encodeDeployData({ abi: levelsAbi, bytecode: levelsBytecode, args: [MCM.address, pools] }),
  )
  levels = contractAddress.toLowerCase() as HexString
  // The pool takes and pays GALX, so that the text shows whole amounts.
  await call(OWNER, pools, stakingPoolsAbi, 'createPool', [
    {
      stakeToken: GALX.address,
      pairToken: `0x${'0'.repeat(40)}`,
      rewardToken: GALX.address,
      boostSource: levels,
      pairRatio: 0n,
      rewardDuration: 7_776_000,
      tiers: [FLEXIBLE],
    },
  ])
  const at = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'poolAt', args: [4n] })
  const id = BigInt(await base.rpc<string>('eth_call', { to: pools, data: at }, 'latest'))
  await call(OWNER, GALX.address, galxAbi, 'approve', [pools, 1_000_000n * ETHER])
  await call(OWNER, pools, stakingPoolsAbi, 'fund', [id, 900_000n * ETHER])
  // Somebody else holds half of the pool.
  await call(OWNER, pools, stakingPoolsAbi, 'stake', [id, 100n * ETHER, 0n, OWNER])
  const { contracts } = base.config
  test = {
    ...base,
    config: {
      ...base.config,
      contracts: { ...contracts, Levels: levels },
      pools: { btc: { ...base.config.pools.galx!, id: id.toString() } },
    },
  }
  wallet = new KeyWallet(test)
  wallet.automine = true
  await test.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  await test.rpc('anvil_impersonateAccount', wallet.address)
  await give(test, GALX.address, wallet.address, 100n * ETHER)
  await give(test, MCM.address, wallet.address, 1_000n * ETHER)
  await call(wallet.address, GALX.address, galxAbi, 'approve', [pools, 100n * ETHER])
  await call(wallet.address, pools, stakingPoolsAbi, 'stake', [id, 100n * ETHER, 0n, OWNER])
  await call(wallet.address, MCM.address, galxAbi, 'approve', [levels, 1_000n * ETHER])
  connectWallet(test, wallet)
  ends.push(startPoller(test.config), mountRead(accountInPool('btc'), 3_000))
}, 120_000)
afterEach(cleanup)
afterAll(async () => {
  for (const end of ends) end()
  await loadLanguage('zh_CN')
  await test.chain.stop()
})

function boost() {
  return valueOf(readingIn(useChainStore.getState(), accountInPool('btc')))?.boostBps
}

it('a level that was bought without its pool is named with its cost, and one transaction applies it', async () => {
  render(<BoostNotice pools={['btc']} />)
  await refreshChain()
  expect(boost()).toBe(10_000)
  expect(screen.queryByRole('button')).toBeNull()
  // Level 3, without a pool that applies it.
  await call(wallet.address, levels, levelsAbi, 'buy', [3n, []])
  await refreshChain()
  // The pool pays 10 000 a day. The account would get 135/235 of this and gets 100/200.
  expect((await screen.findByText(/^Your boost/)).textContent).toBe(
    'Your boost of ×1.35 is not applied to your GALX yet. You earn about 744.68 GALX a day less.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Update boost' }))
  const transaction = () => useTransactionStore.getState().list[0]
  await expect
    .poll(() => transaction()?.problem ?? transaction()?.stage, { timeout: 60_000, interval: 50 })
    .toBe('confirmed')
  await refreshChain()
  expect(boost()).toBe(13_500)
  expect(screen.queryByRole('button')).toBeNull()
}, 120_000)
