/** The timelock's powers in use on a node: announced, delayed and executed, by nobody else and not earlier. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  parseEther,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { ContractName, TokenSymbol } from '@galx/protocol/products'
import { parseRulesets, rulesetHash } from '@galx/protocol/rulesets'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { shortest, type ContractCall } from '../src/deploy/session.ts'
import { embeddedNetwork } from '../src/networks/embedded.ts'

/** Another person's account: anvil's unlocked account number 9. */
const STRANGER: Address = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
/** Only digits, so that the checksummed address looks the same. */
const SUCCESSOR: Address = `0x${'7'.repeat(40)}`
const CO_SUCCESSOR: Address = `0x${'6'.repeat(40)}`
const DELAY = BigInt(embeddedNetwork.timelock.minDelay)

let chain: Chain
let deployment: Deployment
let snapshot: string
function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })
}
function contract(name: ContractName) {
  return deployment.contracts[name].address as Address
}
function token(symbol: TokenSymbol) {
  return deployment.tokens[symbol].address as Address
}
function guardian() {
  return deployment.roles.guardian as Address
}
function proposer() {
  return deployment.roles.timelock.proposers[0] as Address
}
function outsiders() {
  return [deployment.roles.deployer as Address, guardian(), STRANGER]
}

function pools() {
  return { address: contract('StakingPools'), abi: stakingPoolsAbi } as const
}
function vault() {
  return { address: contract('ZnVault'), abi: znVaultAbi } as const
}
function vouchers() {
  return { address: contract('RewardVouchers'), abi: rewardVouchersAbi } as const
}
function epochLog() {
  return { address: contract('EpochLog'), abi: epochLogAbi } as const
}
/** An epoch that has not begun. */
function laterEpoch() {
  return BigInt(deployment.programs.btc!.start / deployment.epochDuration) + 1_000_000n
}
const RULESET: Hex = `0x${'5e'.repeat(32)}`
function aaa() {
  return { address: token('AAA'), abi: aaaAbi } as const
}
function minted(symbol: 'GALX' | 'MCM') {
  return { address: token(symbol), abi: galxAbi } as const
}
function timelock() {
  return { address: contract('Timelock'), abi: timelockAbi } as const
}

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
}, 120_000)
afterAll(() => chain.stop())
beforeEach(async () => {
  snapshot = await rpc<string>(chain.rpcUrl, 'evm_snapshot')
})
afterEach(async () => {
  await rpc(chain.rpcUrl, 'evm_revert', snapshot)
})

/** Sends from an account whose key the node has. @param time of the block, unix seconds. @returns whether the call succeeded */
async function send(from: Address, call: ContractCall, time?: bigint): Promise<boolean> {
  const transaction = { from, to: call.address, data: encodeFunctionData(call), gas: '0x1e8480' }
  const hash = await rpc<Hex>(chain.rpcUrl, 'eth_sendTransaction', transaction)
  if (time !== undefined) await rpc(chain.rpcUrl, 'evm_setNextBlockTimestamp', Number(time))
  await rpc(chain.rpcUrl, 'evm_mine')
  const { status } = await rpc<{ status: Hex }>(chain.rpcUrl, 'eth_getTransactionReceipt', hash)
  return status === '0x1'
}

/** @returns the name of the error, or 'allowed' */
function answer(from: Address, call: ContractCall): Promise<string> {
  return reader()
    .simulateContract({ ...call, account: from })
    .then(() => 'allowed', shortest)
}

async function expectRefused(callers: readonly Address[], call: ContractCall, error: string): Promise<void> {
  for (const caller of callers) {
    expect(await answer(caller, call)).toBe(`${error}(${getAddress(caller)})`)
    expect(await send(caller, call), `${call.functionName} by ${caller}`).toBe(false)
  }
}

type Operation = { id: Hex; schedule(delay: bigint): ContractCall; execute: ContractCall }

async function single({ address, ...call }: ContractCall): Promise<Operation> {
  const args = [address, 0n, encodeFunctionData(call), zeroHash, zeroHash] as const
  return {
    id: await reader().readContract({ ...timelock(), functionName: 'hashOperation', args }),
    schedule: (delay) => ({ ...timelock(), functionName: 'schedule', args: [...args, delay] }),
    execute: { ...timelock(), functionName: 'execute', args },
  }
}

async function batch(calls: readonly ContractCall[]): Promise<Operation> {
  const targets = calls.map(({ address }) => address)
  const payloads = calls.map((call) => encodeFunctionData(call))
  const args = [targets, calls.map(() => 0n), payloads, zeroHash, zeroHash] as const
  return {
    id: await reader().readContract({ ...timelock(), functionName: 'hashOperationBatch', args }),
    schedule: (delay) => ({ ...timelock(), functionName: 'scheduleBatch', args: [...args, delay] }),
    execute: { ...timelock(), functionName: 'executeBatch', args },
  }
}

/** Only a proposer can announce, nobody can execute a second too early, and then anyone can, once. */
async function carryThrough({ id, schedule, execute }: Operation): Promise<void> {
  for (const caller of outsiders())
    expect(await answer(caller, schedule(DELAY))).toContain(
      `AccessControlUnauthorizedAccount(${getAddress(caller)}`,
    )
  expect(await answer(proposer(), schedule(DELAY - 1n))).toBe(
    `TimelockInsufficientDelay(${DELAY - 1n}, ${DELAY})`,
  )
  expect(await answer(proposer(), execute)).toContain(`TimelockUnexpectedOperationState(${id}`)

  expect(await send(proposer(), schedule(DELAY))).toBe(true)
  const { timestamp } = await reader().getBlock()
  expect(await answer(proposer(), execute)).toContain(`TimelockUnexpectedOperationState(${id}`)
  expect(await send(proposer(), execute, timestamp + DELAY - 1n)).toBe(false)
  expect(await reader().readContract({ ...timelock(), functionName: 'isOperationDone', args: [id] })).toBe(
    false,
  )
  expect(await send(STRANGER, execute, timestamp + DELAY)).toBe(true)
  expect(await reader().readContract({ ...timelock(), functionName: 'isOperationDone', args: [id] })).toBe(
    true,
  )
  expect(await answer(proposer(), execute)).toContain(`TimelockUnexpectedOperationState(${id}`)
}

/** A pool that is in no plan. */
function anotherPool() {
  return {
    stakeToken: getAddress(token('MCM')),
    pairToken: zeroAddress,
    rewardToken: getAddress(token('USDT')),
    boostSource: zeroAddress,
    pairRatio: 0n,
    rewardDuration: 30 * 86_400,
    tiers: [{ duration: 7 * 86_400, multiplierBps: 12_000, penaltyBps: 0 }],
  }
}

/** Configurations of the pools that were added after the deployment's pools. */
async function addedPools() {
  const count = await reader().readContract({ ...pools(), functionName: 'poolCount' })
  const added = []
  for (let index = BigInt(Object.keys(deployment.pools).length); index < count; index++) {
    const id = await reader().readContract({ ...pools(), functionName: 'poolAt', args: [index] })
    added.push(await reader().readContract({ ...pools(), functionName: 'poolConfiguration', args: [id] }))
  }
  return added
}

/** [the successor's balance, the total], wei */
function supply(symbol: 'GALX' | 'MCM') {
  return Promise.all([
    reader().readContract({ ...minted(symbol), functionName: 'balanceOf', args: [SUCCESSOR] }),
    reader().readContract({ ...minted(symbol), functionName: 'totalSupply' }),
  ])
}

type Power = {
  what: string
  call(): ContractCall
  /** the error for a caller without the power */
  refusal: string
  effect(): Promise<unknown>
  before(): unknown
  after(): unknown
}

function minting(symbol: 'GALX' | 'MCM', before: bigint): Power {
  return {
    what: `${symbol}.mint`,
    call: () => ({ ...minted(symbol), functionName: 'mint', args: [SUCCESSOR, parseEther('5')] }),
    refusal: 'CappedToken_CallerNotMinter',
    effect: () => supply(symbol),
    before: () => [0n, before],
    after: () => [parseEther('5'), before + parseEther('5')],
  }
}

const POWERS: Power[] = [
  {
    what: 'StakingPools.createPool',
    call: () => ({ ...pools(), functionName: 'createPool', args: [anotherPool()] }),
    refusal: 'OwnableUnauthorizedAccount',
    effect: addedPools,
    before: () => [],
    after: () => [anotherPool()],
  },
  {
    what: 'ZnVault.setGuardian',
    call: () => ({ ...vault(), functionName: 'setGuardian', args: [SUCCESSOR] }),
    refusal: 'OwnableUnauthorizedAccount',
    effect: () => reader().readContract({ ...vault(), functionName: 'guardian' }),
    before: () => getAddress(guardian()),
    after: () => SUCCESSOR,
  },
  {
    what: 'RewardVouchers.setSigner',
    call: () => ({ ...vouchers(), functionName: 'setSigner', args: [SUCCESSOR] }),
    refusal: 'OwnableUnauthorizedAccount',
    effect: () => reader().readContract({ ...vouchers(), functionName: 'signer' }),
    before: () => getAddress(deployment.roles.voucherSigner),
    after: () => SUCCESSOR,
  },
  {
    what: 'RewardVouchers.setCoSigner',
    call: () => ({ ...vouchers(), functionName: 'setCoSigner', args: [CO_SUCCESSOR] }),
    refusal: 'OwnableUnauthorizedAccount',
    effect: () => reader().readContract({ ...vouchers(), functionName: 'coSigner' }),
    before: () => getAddress(deployment.roles.voucherCoSigner),
    after: () => CO_SUCCESSOR,
  },
  {
    what: 'EpochLog.setPublisher',
    call: () => ({ ...epochLog(), functionName: 'setPublisher', args: [SUCCESSOR] }),
    refusal: 'OwnableUnauthorizedAccount',
    effect: () => reader().readContract({ ...epochLog(), functionName: 'publisher' }),
    before: () => getAddress(deployment.roles.epochPublisher),
    after: () => SUCCESSOR,
  },
  {
    what: 'EpochLog.addRuleset',
    call: () => ({ ...epochLog(), functionName: 'addRuleset', args: [RULESET, laterEpoch()] }),
    refusal: 'OwnableUnauthorizedAccount',
    effect: () => reader().readContract({ ...epochLog(), functionName: 'rulesetOf', args: [laterEpoch()] }),
    before: () => {
      const [first] = parseRulesets(deployment.rulesets)
      return { hash: rulesetHash(first!), firstEpoch: first!.firstEpoch }
    },
    after: () => ({ hash: RULESET, firstEpoch: laterEpoch() }),
  },
  {
    what: 'AAA.lowerFee',
    call: () => ({ ...aaa(), functionName: 'lowerFee', args: [100] }),
    refusal: 'AAA_CallerNotCfo',
    effect: () => reader().readContract({ ...aaa(), functionName: 'feeRate' }),
    before: () => embeddedNetwork.aaa.feeRateBps,
    after: () => 100,
  },
  minting('MCM', embeddedNetwork.mcm.minted),
  minting('GALX', embeddedNetwork.galx.minted),
]

describe('a power of the timelock', () => {
  it.each(POWERS)(
    '$what: nobody but the timelock can, and the timelock only after its delay',
    async (power) => {
      // The proposer, too, has the power only through the timelock.
      const others = [...outsiders(), proposer()]
      await expectRefused(others, power.call(), power.refusal)
      expect(await power.effect()).toEqual(power.before())
      await carryThrough(await single(power.call()))
      expect(await power.effect()).toEqual(power.after())
      await expectRefused(others, power.call(), power.refusal)
    },
  )

  it('replaces a guardian who paused everything and lifts the pauses, all in one batch', async () => {
    const pool = BigInt(deployment.pools.galx!.id)
    const pauses: ContractCall[] = [
      { ...pools(), functionName: 'pauseStaking', args: [pool] },
      { ...vault(), functionName: 'pauseDeposits', args: [] },
      { ...vouchers(), functionName: 'pause', args: [] },
    ]
    const remedies: ContractCall[] = [
      { ...pools(), functionName: 'unpauseStaking', args: [pool] },
      { ...vault(), functionName: 'unpauseDeposits', args: [] },
      { ...vouchers(), functionName: 'unpause', args: [] },
      ...[pools(), vault(), vouchers()].map((owned): ContractCall => ({
        ...owned,
        functionName: 'setGuardian',
        args: [SUCCESSOR],
      })),
    ]
    const paused = async () => [
      (await reader().readContract({ ...pools(), functionName: 'poolState', args: [pool] }))
        .stakingPausedUntil !== 0n,
      (await reader().readContract({ ...vault(), functionName: 'vaultState' })).depositsPausedUntil !== 0n,
      await reader().readContract({ ...vouchers(), functionName: 'paused' }),
    ]
    for (const pause of pauses) expect(await send(guardian(), pause), pause.functionName).toBe(true)
    for (const remedy of remedies) await expectRefused(outsiders(), remedy, 'OwnableUnauthorizedAccount')
    expect(await paused()).toEqual([true, true, true])

    await carryThrough(await batch(remedies))

    expect(await paused()).toEqual([false, false, false])
    for (const pause of pauses) {
      expect(await answer(guardian(), pause)).toMatch(/_CallerNotGuardian\(0x/)
      // the new guardian must wait for the 30 days that its predecessor used up
      expect(await answer(SUCCESSOR, pause)).toMatch(/^GuardianPause_TooSoon\(/)
    }
  })
})
