/**
 * Carries out the largest call of each kind on the embedded chain, which has BNB Smart Chain's cap on a transaction's gas. The figures are in
 * docs/contracts.md.
 */
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  http,
  keccak256,
  maxUint256,
  parseAbi,
  parseEther,
  toHex,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { Deployment } from '@galx/protocol/deployment'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import type { ContractName, TokenSymbol } from '@galx/protocol/products'
import {
  CALLS_AN_OPERATION,
  EPOCHS_A_PUBLICATION,
  gasLimitOf,
  TRANSACTION_GAS_CAP,
} from '@galx/protocol/transactionGas'
import { signedVoucher, voucherTypedData } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import type { Chain } from '@galx/stack/chain/startChain'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import type { ContractCall } from '../src/deploy/session.ts'
import { EMBEDDED_COSIGNER_KEY, EMBEDDED_SIGNER_KEY } from '../src/networks/embedded.ts'
import { operationOf } from '../src/safe/operation.ts'

/** anvil's unlocked account number 9. */
const ACCOUNT: Address = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const DAY = 86_400
const faucetAbi = parseAbi(['function drip(address to)'])

let chain: Chain
let deployment: Deployment

beforeAll(async () => {
  ;({ chain, deployment } = await startDeployedChain())
  const faucet = deployment.contracts.DemoFaucet!.address as Address
  await call(ACCOUNT, { address: faucet, abi: faucetAbi, functionName: 'drip', args: [ACCOUNT] })
  for (const { address } of Object.values(deployment.tokens)) {
    const args = [contract('StakingPools'), maxUint256] as const
    await call(ACCOUNT, { address: address as Address, abi: erc20Abi, functionName: 'approve', args })
  }
}, 120_000)
afterAll(() => chain.stop())

function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })
}
function contract(name: ContractName) {
  return deployment.contracts[name].address as Address
}
function token(symbol: TokenSymbol) {
  return deployment.tokens[symbol].address as Address
}
function pools() {
  return { address: contract('StakingPools'), abi: stakingPoolsAbi } as const
}
function poolIds() {
  return Object.values(deployment.pools).map(({ id }) => BigInt(id))
}
async function now() {
  return Number((await reader().getBlock()).timestamp)
}
/** Mines a block at this time, unix seconds, or at once if the time has passed. */
async function mineAt(time: number) {
  await rpc(chain.rpcUrl, 'evm_setNextBlockTimestamp', Math.max(time, (await now()) + 1))
  await rpc(chain.rpcUrl, 'evm_mine')
}

/** @returns the used gas @throws if the call fails, or if it leaves less than a quarter of its gas limit */
async function used(from: Address, { to, data }: { to: Address; data: Hex }): Promise<bigint> {
  const estimate = BigInt(await rpc<Hex>(chain.rpcUrl, 'eth_estimateGas', { from, to, data }))
  const gas = gasLimitOf(estimate)
  expect(gas).toBeLessThan(TRANSACTION_GAS_CAP)
  const hash = await rpc<Hex>(chain.rpcUrl, 'eth_sendTransaction', { from, to, data, gas: toHex(gas) })
  await rpc(chain.rpcUrl, 'evm_mine')
  const receipt = await reader().getTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt.gasUsed
}
function call(from: Address, { address, ...given }: ContractCall) {
  return used(from, { to: address, data: encodeFunctionData(given) })
}
function stakeCall(pool: bigint, tier: bigint) {
  return { ...pools(), functionName: 'stake', args: [pool, parseEther('0.0001'), tier, zeroAddress] } as const
}

it('the deployment: no contract needs more than a third of a transaction’s gas cap', async () => {
  const newest = await reader().getBlockNumber()
  const all: bigint[] = []
  for (let number = 0n; number <= newest; number += 1n) {
    const { transactions } = await reader().getBlock({ blockNumber: number })
    for (const hash of transactions) all.push((await reader().getTransactionReceipt({ hash })).gasUsed)
  }
  expect(all.length).toBeGreaterThan(30)
  expect(all.reduce((most, gas) => (gas > most ? gas : most))).toBeLessThan(5_000_000n)
})

it('one transaction claims every pool and every program', async () => {
  for (const { id, tiers } of Object.values(deployment.pools))
    await call(ACCOUNT, stakeCall(BigInt(id), BigInt(tiers.length - 1)))
  await mineAt((await now()) + DAY)
  const signer = privateKeyToAccount(EMBEDDED_SIGNER_KEY)
  const coSigner = privateKeyToAccount(EMBEDDED_COSIGNER_KEY)
  const deadline = BigInt((await now()) + DAY)
  const vouchers = await Promise.all(
    Object.values(deployment.programs).map(async ({ id }) => {
      const voucher = { program: BigInt(id), account: ACCOUNT, cumulative: 1n, deadline, signersNonce: 1n }
      const data = voucherTypedData(deployment.chainId, contract('RewardVouchers'), voucher)
      return signedVoucher(voucher, await signer.signTypedData(data), await coSigner.signTypedData(data))
    }),
  )
  const claims = poolIds().map((id) => ({
    target: contract('StakingPools'),
    allowFailure: false,
    callData: encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'claimFor', args: [id, ACCOUNT] }),
  }))
  const bonuses = {
    target: contract('RewardVouchers'),
    allowFailure: false,
    callData: encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claimMany', args: [vouchers] }),
  }
  const all = { address: contract('Multicall3'), abi: aggregate3Abi, functionName: 'aggregate3' } as const
  expect([claims.length, vouchers.length]).toEqual([6, 8])
  expect(await call(ACCOUNT, { ...all, args: [[...claims, bonuses]] })).toBeLessThan(700_000n)
})

it('the largest publication', async () => {
  const publisher = deployment.roles.epochPublisher as Address
  const log = { address: contract('EpochLog'), abi: epochLogAbi } as const
  const next = await reader().readContract({ ...log, functionName: 'nextEpoch' })
  const hashes = Array.from({ length: EPOCHS_A_PUBLICATION }, (_, index) => keccak256(toHex(index)))
  const blocks = hashes.map((_, index) => BigInt(index + 1))
  await rpc(chain.rpcUrl, 'anvil_mine', toHex(EPOCHS_A_PUBLICATION))
  await mineAt(Number(next + BigInt(EPOCHS_A_PUBLICATION)) * deployment.epochDuration)
  const gas = await call(publisher, { ...log, functionName: 'publish', args: [next, hashes, blocks] })
  expect(gas).toBeLessThan(10_000_000n)
})

it('the largest operation of the timelock, announced and carried out', async () => {
  const tiers = [1, 2, 3, 4].map((months) => ({
    duration: months * 30 * DAY,
    multiplierBps: 15_000,
    penaltyBps: 1_000,
  }))
  const largest = {
    stakeToken: getAddress(token('MCM')),
    pairToken: getAddress(token('AAA')),
    rewardToken: getAddress(token('MCM')),
    boostSource: contract('Levels'),
    pairRatio: 2n ** 96n - 1n,
    rewardDuration: 90 * DAY,
    tiers,
  }
  const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'createPool', args: [largest] })
  const one = { to: contract('StakingPools'), value: 0n, data }
  const delay = BigInt(deployment.roles.timelock.minDelay)
  const operation = operationOf(Array<typeof one>(CALLS_AN_OPERATION).fill(one), zeroHash, delay)
  const timelock = contract('Timelock')
  const proposer = deployment.roles.timelock.proposers[0] as Address
  expect(await used(proposer, { to: timelock, data: operation.schedule })).toBeLessThan(700_000n)
  await mineAt((await now()) + Number(delay))
  expect(await used(ACCOUNT, { to: timelock, data: operation.execute })).toBeLessThan(10_000_000n)
})
