/** The treasury's first stakes: the deployment makes them before it funds, and nothing is funded without them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, parseEther, type Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import type { Deployment } from '@galx/protocol/deployment'
import type { PoolKey } from '@galx/protocol/products'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { deploy } from '@galx/operator/deploy/deploy'
import { planDeployment } from '@galx/operator/deploy/plan'
import { openReader } from '@galx/operator/deploy/session'
import { EMBEDDED_DEPLOYER_KEY, embeddedNetwork } from '@galx/operator/networks/embedded'
import { mainnetNetwork } from '@galx/operator/networks/mainnet'
import type { NetworkConfiguration } from '@galx/operator/networks/networkConfiguration'
import { runOperator } from '../src/runOperator.ts'
import { CHOICES, DEPLOYER } from '../../operator/test/support/publicChain.ts'
import { send } from '../../operator/test/support/safes.ts'

const FIRST_GIFT = 2n ** 32n
const { treasury, guardian } = embeddedNetwork
const EMBEDDED_DEPLOYER = privateKeyToAddress(EMBEDDED_DEPLOYER_KEY)
/** An account of the node without a role. */
const FUNDER: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

describe('a plan', () => {
  const mainnet = mainnetNetwork(CHOICES)
  const withStake = (key: PoolKey, firstStake: bigint): NetworkConfiguration => ({
    ...mainnet,
    pools: { ...mainnet.pools, [key]: { ...mainnet.pools[key]!, firstStake } },
  })
  const planned = (configuration: NetworkConfiguration) => planDeployment(configuration, DEPLOYER, 0n)

  it.each([
    { firstStake: 0n, amount: '0' },
    { firstStake: parseEther('1') - 1n, amount: '0.999999999999999999' },
  ])('that funds a pool after a first stake of $amount is refused', ({ firstStake, amount }) => {
    expect(() => planned(withStake('mcm', firstStake))).toThrow(
      `the treasury's first stake in pool mcm is ${amount} MCM, at least 1 is needed`,
    )
    const vault = { ...mainnet.vault, firstDeposit: firstStake }
    expect(() => planned({ ...withStake('aaa', firstStake), vault })).toThrow(
      `the treasury's first stake in pool aaa is ${amount} AAA, at least 1 is needed; the treasury's first deposit into the vault is ${amount} GALX, at least 1 is needed`,
    )
  })

  it('that does not fund a pool needs no stake in that pool', () => {
    const steps = planned(withStake('btc', 0n)).steps.map(({ what }) => what)
    expect(steps).toContain('pool aaa: first stake for the treasury')
    expect(steps).not.toContain('pool btc: first stake for the treasury')
  })

  it('stakes and deposits for the treasury before it funds', () => {
    const { steps } = planned(mainnet)
    const names = steps.map(({ what }) => what)
    const pools = Object.entries(mainnet.pools).filter(([, { funding }]) => funding > 0n)
    expect(pools).toHaveLength(5)
    for (const [key] of pools) {
      const stake = names.indexOf(`pool ${key}: first stake for the treasury`)
      expect(stake).toBeGreaterThan(names.indexOf(`pool ${key}`))
      expect(names.findIndex((name) => /^pool \w+ funded/.test(name))).toBeGreaterThan(stake)
    }
    const deposit = names.indexOf('vault: first deposit for the treasury')
    expect(deposit).toBeGreaterThan(0)
    expect(names.findIndex((name) => name.startsWith('vault funded'))).toBeGreaterThan(deposit)
  })
})

describe('a guardian who pauses before the first stake', () => {
  it('stops the deployment, and nothing is funded', async () => {
    const chain = await startChain({ blockTime: 'manual' })
    const run = (log: (line: string) => void) =>
      deploy({
        rpcUrl: chain.rpcUrl,
        privateKey: EMBEDDED_DEPLOYER_KEY,
        configuration: embeddedNetwork,
        log,
      })
    try {
      const interrupted = run((line) => {
        if (line === 'pool galx') throw new Error('interrupted')
      })
      await expect(interrupted).rejects.toThrow('interrupted')
      const { book } = planDeployment(embeddedNetwork, EMBEDDED_DEPLOYER, 0n).context
      const pools = { address: book.contracts.StakingPools, abi: stakingPoolsAbi } as const
      const args = [book.pools.galx!] as const
      await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
      const data = encodeFunctionData({ ...pools, functionName: 'pauseStaking', args })
      await send(chain.rpcUrl, { from: guardian, to: pools.address, data })

      await expect(run(() => {})).rejects.toThrow(
        /^pool galx: first stake for the treasury: StakingPools_StakingPaused\(/,
      )
      const reader = await openReader(chain.rpcUrl)
      expect(await reader.readContract({ ...pools, functionName: 'poolState', args })).toMatchObject({
        rewardRate: 0n,
        totalWeight: 0n,
      })
    } finally {
      await chain.stop()
    }
  }, 60_000)
})

describe('the embedded deployment', () => {
  let chain: Chain
  let deployment: Deployment
  let folder: string
  beforeAll(async () => {
    chain = await startChain({ blockTime: 'manual' })
    deployment = await deploy({
      rpcUrl: chain.rpcUrl,
      privateKey: EMBEDDED_DEPLOYER_KEY,
      configuration: embeddedNetwork,
    })
    folder = mkdtempSync(join(tmpdir(), 'galx-first-stakes-'))
    writeFileSync(join(folder, 'deployment.json'), JSON.stringify(deployment))
    await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
  }, 120_000)
  afterAll(async () => {
    await chain?.stop()
    rmSync(folder, { recursive: true })
  })

  const addressOf = (name: 'DemoFaucet' | 'StakingPools' | 'ZnVault') =>
    deployment.contracts[name]!.address as Address

  async function fund(...target: string[]): Promise<{ code: number; lines: string[] }> {
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const environment = { RPC_URL: chain.rpcUrl, DEPLOYMENT_FILE: join(folder, 'deployment.json') }
    const code = await runOperator(['fund', ...target, '--amount', '5', '--from', FUNDER], environment, {
      say,
      complain: say,
    })
    return { code, lines }
  }

  it('has the treasury’s stake in each pool and its deposit in the vault', async () => {
    const reader = await openReader(chain.rpcUrl)
    for (const [key, { id, tiers }] of Object.entries(deployment.pools)) {
      const state = await reader.readContract({
        address: addressOf('StakingPools'),
        abi: stakingPoolsAbi,
        functionName: 'accountState',
        args: [BigInt(id), treasury],
      })
      const weight = (parseEther('1') * BigInt(tiers[0]!.multiplierBps)) / 10_000n
      expect(state, key).toMatchObject({ giftCount: 1n, weight })
    }
    const vault = { address: addressOf('ZnVault'), abi: znVaultAbi } as const
    const shares = await reader.readContract({ ...vault, functionName: 'balanceOf', args: [treasury] })
    expect(shares).toBe(parseEther('1') * 10n ** 12n)
  })

  it('gets no funds from anyone while the treasury has left and no other account is staked', async () => {
    const drip = encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [FUNDER] })
    await send(chain.rpcUrl, { to: addressOf('DemoFaucet'), data: drip })
    expect(await fund('--pool', 'galx')).toMatchObject({ code: 0 })
    expect(await fund('--vault')).toMatchObject({ code: 0 })

    const exit = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'exit',
      args: [BigInt(deployment.pools.galx!.id), FIRST_GIFT, treasury],
    })
    await send(chain.rpcUrl, { from: treasury, to: addressOf('StakingPools'), data: exit })
    const redeem = encodeFunctionData({
      abi: znVaultAbi,
      functionName: 'redeem',
      args: [parseEther('1') * 10n ** 12n, treasury, treasury],
    })
    await send(chain.rpcUrl, { from: treasury, to: addressOf('ZnVault'), data: redeem })

    expect(await fund('--pool', 'galx')).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^nothing was sent: pool galx has a weight of 0: .*, so stake first$/)],
    })
    expect(await fund('--vault')).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^nothing was sent: the vault has 0[.\d]* GALX: .*, so deposit first$/)],
    })
    expect(await fund('--program', 'galx')).toMatchObject({ code: 0 })
  })
})
