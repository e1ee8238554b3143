import { afterAll, describe, expect, it } from 'vitest'
import {
  createPublicClient,
  http,
  keccak256,
  numberToHex,
  parseEther,
  toFunctionSelector,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { DeploymentSchema, type Deployment } from '@galx/protocol/deployment'
import { Value } from 'typebox/value'
import { rpc } from '@galx/stack/chain/rpc'
import { deploy } from '../src/deploy/deploy.ts'
import { describePlan } from '../src/deploy/dryRun.ts'
import { costText, gasInAll, gasOf } from '../src/deploy/gas.ts'
import { planDeployment } from '../src/deploy/plan.ts'
import { addressOf } from '../src/deploy/create2.ts'
import { openReader } from '../src/deploy/session.ts'
import type { CreateStep, Step } from '../src/deploy/steps.ts'
import { mainnetNetwork } from '../src/networks/mainnet.ts'
import { testnetNetwork } from '../src/networks/testnet.ts'
import { CHOICES, DEPLOYER, DEPLOYER_KEY, startPublicChain, type PublicChain } from './support/publicChain.ts'
import { startRefusingNode } from './support/refusingNode.ts'

const started: PublicChain[] = []
afterAll(async () => {
  for (const { chain } of started) await chain.stop()
})

/** Expects that no transaction used more gas than planned, and that all transactions together used more than 90 % of the planned gas. */
async function expectGas(reader: PublicClient, before: bigint, steps: readonly Step[]): Promise<void> {
  const latest = await reader.getBlockNumber({ cacheTime: 0 })
  const used: bigint[] = []
  for (let blockNumber = before + 1n; blockNumber <= latest; blockNumber++) {
    const receipts = await reader.request({
      method: 'eth_getBlockReceipts',
      params: [numberToHex(blockNumber)],
    } as never)
    used.push(...(receipts as { gasUsed: Hex }[]).map(({ gasUsed }) => BigInt(gasUsed)))
  }
  expect(used).toHaveLength(steps.length)
  for (const [index, step] of steps.entries())
    expect(used[index]!, `${step.what}: ${used[index]!}`).toBeLessThanOrEqual(gasOf(step))
  expect(used.reduce((sum, gas) => sum + gas, 0n) * 100n).toBeGreaterThan(gasInAll(steps) * 90n)
}

const NETWORKS = [
  { chainId: 56, plan: mainnetNetwork(CHOICES) },
  { chainId: 97, plan: testnetNetwork(CHOICES) },
]

describe.each(NETWORKS)('a chain with id $chainId that is not ours', ({ chainId, plan }) => {
  const funded = {
    ...plan,
    pools: { ...plan.pools, btc: { ...plan.pools.btc!, funding: parseEther('2') } },
    pairs: [
      { base: 'AAA', quote: 'USDT', liquidity: { base: parseEther('1000'), quote: parseEther('2000') } },
      { base: 'MCM', quote: 'USDT' },
    ] as const,
  }
  let world: PublicChain
  const options = (configuration: typeof plan) => ({
    rpcUrl: world.chain.rpcUrl,
    privateKey: DEPLOYER_KEY,
    configuration: { ...configuration, ...world.found },
  })
  const reader = () => createPublicClient({ transport: http(world.chain.rpcUrl) })

  it('names everything that is missing before it sends anything', async () => {
    world = await startPublicChain(chainId)
    started.push(world)
    const before = await reader().getBlockNumber({ cacheTime: 0 })
    await expect(deploy(options(funded))).rejects.toThrow(
      `nothing was sent: the deployer ${DEPLOYER} holds 0 USDT, the plan needs 2000; the deployer ${DEPLOYER} holds 0 BTCB, the plan needs 2`,
    )
    const elsewhere = { ...options(funded), configuration: { ...funded, exchange: world.found.exchange } }
    await expect(deploy(elsewhere)).rejects.toThrow(
      /^nothing was sent: the plan is for BNB Smart Chain.*, but this chain has a different first block: 0x\w+; USDT has no code at 0x.*; BTCB has no code at 0x/,
    )
    const foreign = {
      ...options(funded),
      configuration: {
        ...funded,
        ...world.found,
        exchange: { ...world.found.exchange, wrappedNative: world.found.existingTokens.USDT! },
      },
    }
    await expect(deploy(foreign)).rejects.toThrow(/the router's wrapped coin is 0x.*, not 0x/)
    expect(await reader().getBlockNumber({ cacheTime: 0 })).toBe(before)
  }, 60_000)

  it('names the balance that the deployer needs and has, and sends nothing at a higher gas price than the operator allows', async () => {
    const { rpcUrl } = world.chain
    await rpc(rpcUrl, 'anvil_setBalance', DEPLOYER, '0x1')
    await expect(deploy(options(plan))).rejects.toThrow(
      /^nothing was sent: the deployer 0x\w+ needs 0\.\d+ BNB, has 0\.000000000000000001 \([\d ]+ gas at [\d.]+ gwei\)$/,
    )
    await rpc(rpcUrl, 'anvil_setBalance', DEPLOYER, '0x56bc75e2d63100000')
    const price = await reader().getGasPrice()
    await expect(deploy({ ...options(plan), maxGasPrice: price - 1n })).rejects.toThrow(
      /^nothing was sent: gas costs [\d.]+ gwei, more than --max-gas-price [\d.]+: run it again later$/,
    )
    const { steps } = planDeployment(options(plan).configuration, DEPLOYER, 1n)
    const lines = await describePlan(planDeployment(options(plan).configuration, DEPLOYER, 1n), reader())
    expect(lines.filter((line) => /^ {3}costs {5}at most [\d ]+ gas, 0\.\d+ BNB$/.test(line))).toHaveLength(
      steps.length,
    )
    expect(lines.at(-2)).toBe(`${steps.length} transactions in all: ${costText(steps, price)}`)
    expect(lines.at(-1)).toMatch(/^gas costs [\d.]+ gwei; the deployer has 100 BNB: enough$/)
  }, 60_000)

  it('names a node that refuses a check or the search for a completed step, and sends nothing', async () => {
    const configuration = options(plan).configuration
    const planned = planDeployment(configuration, DEPLOYER, 1n)
    const levels = planned.steps.find(
      (step): step is CreateStep => step.kind === 'create' && step.what === 'Levels',
    )!
    const address = addressOf(levels.creation).toLowerCase()
    const selector = toFunctionSelector('INIT_CODE_PAIR_HASH()')
    let refused: 'check' | 'look' = 'check'
    const node = await startRefusingNode(world.chain.rpcUrl, ({ method, params: [asked] }) => {
      const isRefused =
        refused === 'check'
          ? method === 'eth_call' && (asked as { data?: Hex }).data === selector
          : method === 'eth_getCode' && (asked as Hex).toLowerCase() === address
      return isRefused ? { code: -32_000, message: 'API key not found' } : null
    })
    try {
      const price = await reader().getGasPrice()
      const dear = { ...options(plan), rpcUrl: node.url, maxGasPrice: price - 1n }
      await expect(deploy(dear)).rejects.toThrow(/API key not found$/)
      refused = 'look'
      await expect(describePlan(planned, await openReader(node.url))).rejects.toThrow(/API key not found$/)
    } finally {
      node.stop()
    }
  }, 60_000)

  it('uses the chain’s tokens and exchange, and leaves no role and no token with the deployer', async () => {
    await world.give('USDT', DEPLOYER, parseEther('2000'))
    await world.give('BTCB', DEPLOYER, parseEther('2'))
    const first = await reader().getBlockNumber({ cacheTime: 0 })
    const deployment: Deployment = await deploy(options(funded))
    await expectGas(reader(), first, planDeployment(options(funded).configuration, DEPLOYER, 1n).steps)
    expect(Value.Check(DeploymentSchema, deployment)).toBe(true)
    expect(deployment.chainId).toBe(chainId)
    expect(deployment.tokens.USDT.address).toBe(world.found.existingTokens.USDT)
    expect(deployment.tokens.USDT.permit).toBe(false)
    expect(deployment.contracts.SwapRouter!.address).toBe(world.found.exchange.router)
    expect(deployment.contracts.DemoFaucet).toBeUndefined()
    expect(deployment.roles.timelock.minDelay).toBe(chainId === 56 ? 172_800 : 600)
    expect(deployment.epochDuration).toBe(86_400)
    expect(deployment.programs.galx!.start % 86_400).toBe(0)
    expect(deployment.pools.btc!.boosted).toBe(true)
    const code = await reader().getCode({ address: deployment.contracts.StakingPools.address as Address })
    expect(deployment.contracts.StakingPools.codeHash).toBe(keccak256(code!))
    const pair = await reader().readContract({
      address: deployment.tokens.AAA.address as Address,
      abi: aaaAbi,
      functionName: 'swapPair',
    })
    expect(deployment.pairs.find(({ base }) => base === 'AAA')!.address).toBe(pair.toLowerCase())
    for (const { address } of Object.values(deployment.tokens)) {
      const held = await reader().readContract({
        address: address as Address,
        abi: aaaAbi,
        functionName: 'balanceOf',
        args: [DEPLOYER],
      })
      expect(held).toBe(0n)
    }
    const before = await reader().getBlockNumber({ cacheTime: 0 })
    expect(await deploy(options(funded))).toEqual({ ...deployment, deployBlock: 0 })
    expect(await reader().getBlockNumber({ cacheTime: 0 })).toBe(before)
  }, 120_000)

  it('refuses a plan that leaves the deployer a role', async () => {
    await expect(deploy(options({ ...plan, guardian: DEPLOYER }))).rejects.toThrow(
      `the deployer ${DEPLOYER} is the plan's guardian, but the deployer must keep no role`,
    )
  })

  it('refuses a single key as mainnet’s only proposer', async () => {
    const [proposer] = plan.timelock.proposers
    const alone = { ...plan, timelock: { ...plan.timelock, proposers: [proposer!] } }
    const attempt = deploy({
      ...options(alone),
      configuration: { ...alone, ...world.found, network: 'mainnet', salt: 'not deployed yet' },
    })
    await expect(attempt).rejects.toThrow(
      `the only proposer ${proposer} is one private key: name at least two proposers, or a Safe whose owners sign at least two together`,
    )
  })

  it('never treats a chain with this id as the embedded chain', async () => {
    const configuration = { ...plan, existingTokens: {} }
    await expect(deploy({ ...options(plan), configuration })).rejects.toThrow(
      'existingTokens.USDT is missing in the plan',
    )
  })
})

describe('the choices of an operator', () => {
  it('are all named if they are missing or wrong', () => {
    expect(() => mainnetNetwork({})).toThrow(
      'the environment is incomplete: GUARDIAN_ADDRESS is missing; VOUCHER_SIGNER_ADDRESS is missing; VOUCHER_COSIGNER_ADDRESS is missing; EPOCH_PUBLISHER is missing; RELEASE_SIGNER is missing; TREASURY_ADDRESS is missing; TIMELOCK_PROPOSERS is missing',
    )
    const zero = `0x${'0'.repeat(40)}`
    const slip = '0x55D398326f99059fF775485246999027B3197955' // BSC's USDT with one letter's case changed
    expect(() =>
      testnetNetwork({ ...CHOICES, GUARDIAN_ADDRESS: zero, TIMELOCK_PROPOSERS: `${slip}, 0x12` }),
    ).toThrow(
      `the environment is incomplete: GUARDIAN_ADDRESS: "${zero}" is not an address; TIMELOCK_PROPOSERS: "${slip}" is not an address; TIMELOCK_PROPOSERS: "0x12" is not an address`,
    )
    expect(() => mainnetNetwork({ ...CHOICES, TREASURY_ADDRESS: CHOICES.TIMELOCK_PROPOSERS })).toThrow(
      'TREASURY_ADDRESS must be one address',
    )
  })
})

describe('on mainnet nobody holds two roles', () => {
  const [first, second] = CHOICES.TIMELOCK_PROPOSERS.split(',')

  it.each([
    [
      { GUARDIAN_ADDRESS: first },
      /^on mainnet nobody holds two roles: 0xa4\w+ is guardian and timelock proposer$/,
    ],
    [{ VOUCHER_SIGNER_ADDRESS: CHOICES.GUARDIAN_ADDRESS }, /0xa1\w+ is guardian and voucher signer$/],
    [
      { VOUCHER_COSIGNER_ADDRESS: CHOICES.VOUCHER_SIGNER_ADDRESS },
      /0xa2\w+ is voucher signer and voucher co-signer$/,
    ],
    [{ EPOCH_PUBLISHER: CHOICES.VOUCHER_SIGNER_ADDRESS }, /0xa2\w+ is voucher signer and epoch publisher$/],
    [{ RELEASE_SIGNER: CHOICES.EPOCH_PUBLISHER }, /0xa6\w+ is epoch publisher and release signer$/],
    [{ TREASURY_ADDRESS: second }, /0xa5\w+ is treasury and timelock proposer$/],
    [{ TIMELOCK_EXECUTORS: `${first},${second}` }, /0xa4\w+ is .* and timelock executor; 0xa5\w+ is/],
  ])('%j', (choice, refusal) => {
    expect(() => mainnetNetwork({ ...CHOICES, ...choice })).toThrow(refusal)
    // In a rehearsal one person may hold several roles.
    expect(testnetNetwork({ ...CHOICES, ...choice }).network).toBe('testnet')
  })
})
