import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicClient, decodeEventLog, http, parseAbi, type Abi, type Address, type Hex } from 'viem'
import { deploy } from '@galx/operator/deploy/deploy'
import { embeddedNetwork, EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'
import { verifyDeployment } from '@galx/operator/verify/verifyDeployment'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { ContractName } from '@galx/protocol/products'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '../src/chain/rpc.ts'
import { startChain, type Chain } from '../src/chain/startChain.ts'
import { seedDemo } from '../src/demo/seedDemo.ts'

/** The number of accounts in the worlds that must be the same: by day a tenth of the accounts of `npm start`, at night (THOROUGH=1) all of them. */
const SAME = process.env.THOROUGH === '1' ? 200 : 20
const DAY = 86_400
const GENESIS = 1_790_000_000
const FROM = GENESIS + 3_600
const NOW = GENESIS + 30 * DAY
const pairAbi = parseAbi([
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'function token0() view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp)',
])

type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex; blockNumber: Hex; transactionHash: Hex }
type World = { chain: Chain; deployment: Deployment; logs: Log[] }

let folder: string
let deployed: string

async function deployOnce(): Promise<Deployment> {
  const chain = await startChain({ blockTime: 'manual', timestamp: GENESIS, stateFile: deployed })
  try {
    return await deploy({
      rpcUrl: chain.rpcUrl,
      privateKey: EMBEDDED_DEPLOYER_KEY,
      configuration: { ...embeddedNetwork, programsStart: NOW - 45 * 60 },
    })
  } finally {
    await chain.stop()
  }
}

/** Makes a demo world on its own chain, which begins with the deployment. */
async function makeWorld(deployment: Deployment, accounts = 200): Promise<World> {
  const chain = await startChain({ blockTime: 'manual', initialState: deployed })
  const { rpcUrl } = chain
  const first = await rpc<Hex>(rpcUrl, 'eth_blockNumber')
  await seedDemo({ rpcUrl, deployment, from: FROM, now: NOW, accounts, log: () => {} })
  const fromBlock = `0x${(BigInt(first) + 1n).toString(16)}`
  const logs = await rpc<Log[]>(rpcUrl, 'eth_getLogs', { fromBlock, toBlock: 'latest' })
  return { chain, deployment, logs }
}

let world: World
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-demo-'))
  deployed = join(folder, 'state.json.gz')
  const deployment = await deployOnce()
  world = await makeWorld(deployment)
}, 240_000)
afterAll(async () => {
  await world?.chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The arguments of every `eventName` that `contract` emitted. */
function eventsOf<const Events extends Abi>(contract: ContractName, abi: Events, eventName: string) {
  const address = world.deployment.contracts[contract].address
  return world.logs.flatMap((log) => {
    if (log.address !== address) return []
    const event = decodeEventLog({ abi: abi as Abi, topics: log.topics, data: log.data })
    return event.eventName === eventName ? [event.args as unknown as Record<string, unknown>] : []
  })
}

function reader() {
  return createPublicClient({ transport: http(world.chain.rpcUrl) })
}

describe('the demo world', () => {
  it('is the same on another chain, in every log and transaction', async () => {
    expect(world.logs.length).toBeGreaterThan(5_000)
    const content = ({ address, topics, data, blockNumber, transactionHash }: Log) => ({
      address,
      topics,
      data,
      blockNumber,
      transactionHash,
    })
    const contents = async () => {
      const { chain, logs } = await makeWorld(world.deployment, SAME)
      await chain.stop()
      return logs.map(content)
    }
    const first = await contents()
    expect(first.length).toBeGreaterThan(500)
    expect(await contents()).toEqual(first)
  }, 240_000)

  it('ends before now', async () => {
    const { timestamp } = await reader().getBlock({ blockTag: 'latest' })
    expect(timestamp).toBeGreaterThan(BigInt(NOW - DAY))
    expect(timestamp).toBeLessThan(BigInt(NOW))
  })

  it('has stakes of many accounts in every pool and every term, and a tree of inviters', () => {
    const staked = eventsOf('StakingPools', stakingPoolsAbi, 'Staked')
    const accounts = new Set(staked.map(({ account }) => account))
    expect(accounts.size).toBeGreaterThan(190)
    for (const [key, { id, tiers }] of Object.entries(world.deployment.pools)) {
      const here = staked.filter(({ pool }) => pool === BigInt(id))
      expect(here.length, key).toBeGreaterThan(50)
      const terms = new Set(here.map(({ tier }) => tier))
      expect(terms.size, key).toBe(tiers.length)
    }
    const inviters = new Set(staked.map(({ inviter }) => inviter))
    expect(inviters.size).toBeGreaterThan(40)
  })

  it('has claims, withdrawals, early exits and boosts in the pools', () => {
    const count = (name: string) => eventsOf('StakingPools', stakingPoolsAbi, name).length
    expect(count('Claimed')).toBeGreaterThan(300)
    expect(count('BoostSynced')).toBeGreaterThan(80)
    expect(count('Exited')).toBeGreaterThan(10)
    const left = eventsOf('StakingPools', stakingPoolsAbi, 'Unstaked')
    expect(left.length).toBeGreaterThan(50)
    expect(left.filter(({ penalty }) => (penalty as bigint) > 0n).length).toBeGreaterThan(5)
  })

  it('has every level, and passes that were renamed, transferred and unbonded', () => {
    const levels = new Set(eventsOf('Levels', levelsAbi, 'LevelBought').map(({ level }) => level))
    expect([...levels].sort()).toEqual([1n, 2n, 3n, 4n, 5n])
    const passes = (name: string) => eventsOf('NodePass', nodePassAbi, name).length
    expect(passes('PassMinted')).toBe(20)
    expect(passes('PassRenamed')).toBe(1)
    expect(passes('UnbondingStarted')).toBe(2)
    expect(passes('Unbonded')).toBe(1)
    // 20 passes are minted, one is burned and two are transferred.
    expect(passes('Transfer')).toBe(23)
  })

  it('has deposits and withdrawals in the vault, with inviters', () => {
    const vault = (name: string) => eventsOf('ZnVault', znVaultAbi, name).length
    expect(vault('Deposit')).toBeGreaterThan(60)
    expect(vault('Withdraw')).toBeGreaterThan(8)
    expect(vault('InviterNamed')).toBeGreaterThan(60)
  })

  it('has trades in both directions on every pair, and prices that changed', async () => {
    const opening: Record<string, bigint> = { AAA: 2_000n, MCM: 50n, GALX: 800n }
    for (const { base, address } of world.deployment.pairs) {
      if (base === 'WBNB' || opening[base] === undefined) continue
      const pair = { address: address as Address, abi: pairAbi } as const
      const first = await reader().readContract({ ...pair, functionName: 'token0' })
      const baseIsFirst = first.toLowerCase() === world.deployment.tokens[base].address
      const swaps = world.logs.flatMap(({ address: source, topics, data }) => {
        if (source !== address) return []
        try {
          return [decodeEventLog({ abi: pairAbi, topics, data }).args]
        } catch {
          return [] // Sync and Transfer
        }
      })
      const sales = swaps.filter(({ amount0In, amount1In }) => (baseIsFirst ? amount0In : amount1In) > 0n)
      expect(sales.length, base).toBeGreaterThan(50)
      expect(swaps.length - sales.length, base).toBeGreaterThan(50)
      const [reserve0, reserve1] = await reader().readContract({ ...pair, functionName: 'getReserves' })
      const [coins, dollars] = baseIsFirst ? [reserve0, reserve1] : [reserve1, reserve0]
      expect((dollars * 1_000n * 1_000n) / coins, base).not.toBe(opening[base]! * 1_000n)
    }
  })

  it('distributes the fees of AAA to its stakers', () => {
    const distributed = eventsOf('AaaFund', aaaFundAbi, 'Distributed').map(({ amount }) => amount as bigint)
    expect(distributed.length).toBeGreaterThan(8)
    for (const amount of distributed) expect(amount).toBeGreaterThan(0n)
  })

  const vouchers = () =>
    ({
      address: world.deployment.contracts.RewardVouchers!.address as Address,
      abi: rewardVouchersAbi,
    }) as const

  it('has budgets for more than another month', async () => {
    const contract = {
      address: world.deployment.contracts.StakingPools.address as Address,
      abi: stakingPoolsAbi,
    } as const
    for (const [key, { id }] of Object.entries(world.deployment.pools)) {
      const state = await reader().readContract({
        ...contract,
        functionName: 'poolState',
        args: [BigInt(id)],
      })
      expect(state.rewardEnd, key).toBeGreaterThan(BigInt(NOW + 30 * DAY))
    }
    const vault = await reader().readContract({
      address: world.deployment.contracts.ZnVault!.address as Address,
      abi: znVaultAbi,
      functionName: 'vaultState',
    })
    expect(vault.rewardEnd, 'vault').toBeGreaterThan(BigInt(NOW + 30 * DAY))
    for (const [key, { id }] of Object.entries(world.deployment.programs)) {
      const program = { ...vouchers(), args: [BigInt(id), BigInt(NOW + 30 * DAY)] } as const
      const [{ budgetPerEpoch }, then, later] = await Promise.all([
        reader().readContract({ ...vouchers(), functionName: 'program', args: [BigInt(id)] }),
        reader().readContract({ ...program, functionName: 'vestedAt' }),
        reader().readContract({
          ...program,
          args: [program.args[0], program.args[1] + BigInt(DAY)],
          functionName: 'vestedAt',
        }),
      ])
      expect(later - then, `${key} still vests a month from now`).toBeGreaterThanOrEqual(budgetPerEpoch)
    }
  })

  it('has bonuses that some have claimed', () => {
    const claimed = eventsOf('RewardVouchers', rewardVouchersAbi, 'Claimed')
    expect(new Set(claimed.map(({ account }) => account)).size).toBeGreaterThan(20)
    expect(new Set(claimed.map(({ program }) => program)).size).toBe(8)
  })

  it('passes the verification of a live deployment', async () => {
    expect(await verifyDeployment(reader(), world.deployment)).toMatchObject({ wrong: [], unchecked: [] })
  }, 60_000)
})
