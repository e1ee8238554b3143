import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseEther,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '../../stack/src/chain/rpc.ts'
import { startChain, type Chain } from '../../stack/src/chain/startChain.ts'
import { deploy } from '../src/deploy/deploy.ts'
import { EMBEDDED_DEPLOYER_KEY, embeddedNetwork } from '../src/networks/embedded.ts'
import { verifyDeployment } from '../src/verify/verifyDeployment.ts'

// Each reads a whole deployment.
vi.setConfig({ testTimeout: 60_000 })

const STRANGER: Address = `0x${'ab'.repeat(20)}`
const STAKERS: Address[] = [1, 2, 3].map((digit): Address => `0x${String(digit).repeat(40)}`)

let chain: Chain
let deployment: Deployment
let snapshot: string
const contract = (name: string) => deployment.contracts[name]!.address as Address
const token = (symbol: keyof Deployment['tokens']) => deployment.tokens[symbol].address as Address
const reader = () => createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })

/** What whoever holds `from`'s key could send. */
async function act(
  from: Address,
  address: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
) {
  await rpc(chain.rpcUrl, 'anvil_setBalance', from, '0xde0b6b3a7640000')
  await rpc(chain.rpcUrl, 'anvil_impersonateAccount', from)
  const data = encodeFunctionData({ abi, functionName, args })
  const hash = await rpc<Hex>(chain.rpcUrl, 'eth_sendTransaction', {
    from,
    to: address,
    data,
    gas: '0x1e8480',
  })
  await rpc(chain.rpcUrl, 'evm_mine')
  const receipt = await rpc<{ status: Hex }>(chain.rpcUrl, 'eth_getTransactionReceipt', hash)
  expect(receipt.status, functionName).toBe('0x1')
}

async function faults(file = deployment): Promise<string[]> {
  const { wrong, unchecked } = await verifyDeployment(reader(), file, { logRange: 20n })
  return [...wrong, ...unchecked].map(({ what, fault }) => `${what} ${fault}`)
}

/** People in every pool, the vault and a pass: there is something to owe. */
async function makeLife(): Promise<void> {
  for (const [index, person] of STAKERS.entries()) {
    await act(person, contract('DemoFaucet'), demoFaucetAbi, 'drip', [person])
    for (const symbol of ['AAA', 'MCM', 'GALX'] as const)
      for (const spender of ['StakingPools', 'ZnVault', 'NodePass'])
        await act(person, token(symbol), erc20Abi, 'approve', [contract(spender), maxUint256])
    for (const { id } of Object.values(deployment.pools))
      await act(person, contract('StakingPools'), stakingPoolsAbi, 'stake', [
        BigInt(id),
        parseEther(String(10 * (index + 1))),
        0n,
        zeroAddress,
      ])
    await act(person, contract('ZnVault'), znVaultAbi, 'deposit', [parseEther('100'), person])
  }
  await act(STAKERS[0]!, contract('NodePass'), nodePassAbi, 'mint', ['One'])
  await rpc(chain.rpcUrl, 'evm_increaseTime', 86_400)
  await act(STAKERS[1]!, contract('StakingPools'), stakingPoolsAbi, 'claim', [
    BigInt(deployment.pools.galx!.id),
    STAKERS[1]!,
  ])
}

beforeAll(async () => {
  chain = await startChain({ blockTime: 'manual' })
  deployment = await deploy({
    rpcUrl: chain.rpcUrl,
    privateKey: EMBEDDED_DEPLOYER_KEY,
    configuration: embeddedNetwork,
  })
  await makeLife()
}, 180_000)
afterAll(() => chain.stop())
beforeEach(async () => {
  snapshot = await rpc<string>(chain.rpcUrl, 'evm_snapshot')
})
afterEach(async () => {
  await rpc(chain.rpcUrl, 'evm_revert', snapshot)
})

describe('a live deployment that is as its file says', () => {
  it('has no fault, whatever range its logs are read in', async () => {
    expect(await faults()).toEqual([])
    const { checked } = await verifyDeployment(reader(), deployment)
    expect(checked).toBeGreaterThan(120)
  }, 60_000)
})

describe('a role in the wrong hands is named', () => {
  const timelock = () => contract('Timelock')

  it.each([
    ['StakingPools', stakingPoolsAbi],
    ['RewardVouchers', rewardVouchersAbi],
    ['ZnVault', znVaultAbi],
  ] as const)('another owner and another guardian of %s', async (name, abi) => {
    await act(timelock(), contract(name), abi as Abi, 'setGuardian', [STRANGER])
    await act(timelock(), contract(name), abi as Abi, 'transferOwnership', [STRANGER])
    expect(await faults()).toContain(`${name} next owner is ${STRANGER}, not ${zeroAddress}`)
    await act(STRANGER, contract(name), abi as Abi, 'acceptOwnership', [])
    expect(await faults()).toEqual([
      `${name} owner is ${STRANGER}, not ${timelock()}`,
      `${name} guardian is ${STRANGER}, not ${deployment.roles.guardian}`,
    ])
  })

  it('a signer that was switched off', async () => {
    await act(
      deployment.roles.guardian as Address,
      contract('RewardVouchers'),
      rewardVouchersAbi,
      'disableSigner',
      [],
    )
    expect(await faults()).toEqual([
      `RewardVouchers signer is ${zeroAddress}, not ${deployment.roles.voucherSigner}`,
    ])
  })

  it('a minter that was not handed over', async () => {
    await act(timelock(), token('MCM'), galxAbi, 'setMinter', [deployment.roles.deployer])
    expect(await faults()).toEqual([`MCM minter is ${deployment.roles.deployer}, not ${timelock()}`])
  })

  it('a role of the timelock that the deployer kept, one too many, and one that is missing', async () => {
    const role = (functionName: 'PROPOSER_ROLE' | 'EXECUTOR_ROLE') =>
      reader().readContract({ address: timelock(), abi: timelockAbi, functionName })
    const [proposer] = deployment.roles.timelock.proposers
    await act(timelock(), timelock(), timelockAbi, 'grantRole', [
      await role('PROPOSER_ROLE'),
      deployment.roles.deployer,
    ])
    await act(timelock(), timelock(), timelockAbi, 'grantRole', [await role('EXECUTOR_ROLE'), STRANGER])
    await act(timelock(), timelock(), timelockAbi, 'revokeRole', [await role('PROPOSER_ROLE'), proposer])
    expect(await faults()).toEqual([
      `Timelock proposer ${proposer} does not hold the role`,
      `Timelock proposer the deployer ${deployment.roles.deployer} still holds the role`,
      `Timelock executor ${STRANGER} holds the role, and the deployment file does not say so`,
    ])
  })

  it('a shorter delay', async () => {
    await act(timelock(), timelock(), timelockAbi, 'updateDelay', [1n])
    expect(await faults()).toEqual(['Timelock delay is 1, not 60'])
  })
})

describe('code and wiring that differ are named', () => {
  it('changed code, and code that is gone', async () => {
    await rpc(chain.rpcUrl, 'anvil_setCode', contract('Levels'), '0x00')
    expect(await faults()).toEqual([
      expect.stringMatching(/^Levels code hash is 0x[0-9a-f]{64}, not 0x[0-9a-f]{64}$/),
      expect.stringMatching(/^Levels MCM cannot be read: /),
      expect.stringMatching(/^Levels pools contract cannot be read: /),
    ])
    await rpc(chain.rpcUrl, 'anvil_setCode', contract('ZnVault'), '0x00')
    expect(await faults()).toEqual(
      expect.arrayContaining(
        [/^ZnVault code hash is/, /^ZnVault owner cannot be read/, /^ZnVault solvency cannot be read/].map(
          (fault) => expect.stringMatching(fault),
        ),
      ),
    )
    await rpc(chain.rpcUrl, 'anvil_setCode', contract('AaaFund'), '0x')
    expect(await faults()).toContainEqual(`AaaFund has no code at ${contract('AaaFund')}`)
  })

  it('a contract made with other arguments than the file says, or with another salt', async () => {
    const passes = deployment.contracts.NodePass!
    const other = passes.constructorArguments!.replace(token('MCM').slice(2), token('GALX').slice(2))
    const file = {
      ...deployment,
      contracts: { ...deployment.contracts, NodePass: { ...passes, constructorArguments: other } },
    }
    expect(await faults(file)).toEqual([
      expect.stringMatching(
        /^NodePass 0x[0-9a-f]{40} is not where the published code is deployed with these arguments/,
      ),
    ])
    const elsewhere = await faults({ ...deployment, salt: 'another' })
    const made = Object.values(deployment.contracts).filter(
      (entry) => entry.constructorArguments !== undefined,
    )
    expect(elsewhere).toHaveLength(made.length)
    for (const fault of elsewhere) expect(fault).toContain('is not where the published code is deployed')
  })

  it('another chain, another genesis', async () => {
    expect(await faults({ ...deployment, chainId: 97, genesisHash: `0x${'1'.repeat(64)}` })).toEqual([
      'chain id is 56, not 97',
      expect.stringMatching(/^genesis block is 0x/),
    ])
  })

  it('terms of pools and programs', async () => {
    const { galx, btc, aaa } = deployment.pools
    const file: Deployment = {
      ...deployment,
      pools: {
        ...deployment.pools,
        galx: { ...galx!, tiers: [{ duration: 0, multiplierBps: 20_000, penaltyBps: 0 }] },
        btc: { ...btc!, boosted: false, rewardDuration: 1 },
        aaa: { ...aaa!, id: '12345' },
      },
      programs: {
        ...deployment.programs,
        node: { ...deployment.programs.node!, budgetPerEpoch: '1', start: 60 },
      },
      epochDuration: 86_400,
    }
    const found = await faults(file)
    for (const part of [
      'AaaFund pool is',
      'pool galx tiers is 0 s ×10000 −0, not 0 s ×20000 −0',
      `pool btc boost source is ${contract('Levels')}, not ${zeroAddress}`,
      'pool btc reward duration is 7776000, not 1',
      'pool aaa cannot be read:',
      'RewardVouchers epoch is 60, not 86400',
      'program node budget an epoch is 20000000000000000, not 1',
      'program node start is',
    ])
      expect(found).toContainEqual(expect.stringContaining(part))
  })

  it('a pool and a program that the file does not name', async () => {
    const owner = contract('Timelock')
    const galx = token('GALX')
    const tiers = [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }]
    const none = { pairToken: zeroAddress, boostSource: zeroAddress, pairRatio: 0n }
    await act(owner, contract('StakingPools'), stakingPoolsAbi, 'createPool', [
      { ...none, stakeToken: galx, rewardToken: galx, rewardDuration: 86_400, tiers },
    ])
    await act(owner, contract('RewardVouchers'), rewardVouchersAbi, 'createProgram', [galx, 1n, 0n])
    expect(await faults()).toEqual([
      'StakingPools number of pools is 7, not 6',
      'RewardVouchers number of programs is 9, not 8',
    ])
  })

  it('a pair that is not the taxed one', async () => {
    const pairs = deployment.pairs.map((pair) =>
      pair.base === 'AAA' ? { ...pair, address: STRANGER } : pair,
    )
    const taxed = await reader().readContract({
      address: token('AAA'),
      abi: aaaAbi,
      functionName: 'swapPair',
    })
    expect(await faults({ ...deployment, pairs })).toEqual([
      `pair AAA/USDT is ${taxed.toLowerCase()}, not ${STRANGER}`,
      `AAA swap pair is ${taxed.toLowerCase()}, not ${STRANGER}`,
    ])
  })
})

describe('a contract that holds less than it owes is named', () => {
  it.each([
    ['ZnVault', 'GALX'],
    ['RewardVouchers', 'USDT'],
    ['NodePass', 'MCM'],
    ['StakingPools', 'AAA'],
    ['StakingPools', 'BTCB'],
  ] as const)('%s without its %s', async (name, symbol) => {
    const contractHolds = { address: token(symbol), abi: erc20Abi, functionName: 'balanceOf' } as const
    const held = await reader().readContract({ ...contractHolds, args: [contract(name)] })
    await act(contract(name), token(symbol), erc20Abi, 'transfer', [STRANGER, held])
    expect(await faults()).toEqual([
      expect.stringMatching(
        new RegExp(String.raw`^${name} solvency holds 0 ${symbol} and owes [\d.]+: [\d.]+ are missing$`),
      ),
    ])
  })

  it('by the smallest amount: what an account earned counts', async () => {
    // Whatever exceeds the debts is a rounding: less than a token is missing at once when a token is taken.
    await act(contract('StakingPools'), token('GALX'), erc20Abi, 'transfer', [STRANGER, parseEther('0.001')])
    expect(await faults()).toEqual([
      expect.stringMatching(/^StakingPools solvency holds .* GALX and owes .*: 0\.000\d+ are missing$/),
    ])
  })

  it('and stakers the logs do not show, by their weight', async () => {
    const later = { ...deployment, deployBlock: Number(await rpc<string>(chain.rpcUrl, 'eth_blockNumber')) }
    const found = await faults(later)
    expect(found).toHaveLength(Object.keys(deployment.pools).length)
    for (const fault of found)
      expect(fault).toMatch(/^pool \w+ weights the stakers of the logs weigh 0 wei, the pool says \d+$/)
  })
})
