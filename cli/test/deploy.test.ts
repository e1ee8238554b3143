import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicClient, encodeFunctionData, http, parseAbi, zeroAddress, type Address } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import type { Deployment } from '@galx/protocol/deployment'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { deploy } from '@galx/operator/deploy/deploy'
import { writeDeployment } from '@galx/operator/deploy/deploymentFile'
import { runOperator } from '../src/runOperator.ts'
import { embeddedNetwork, EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'
import { startRefusingNode } from '../../server/test/support/refusingNode.ts'

let chain: Chain
let first: Deployment
function options() {
  return {
    rpcUrl: chain.rpcUrl,
    privateKey: EMBEDDED_DEPLOYER_KEY,
    configuration: embeddedNetwork,
  }
}
function reader() {
  return createPublicClient({ transport: http(chain.rpcUrl) })
}
function addresses({ contracts, tokens }: Deployment) {
  return [...Object.values(contracts), ...Object.values(tokens)].map(({ address }) => address)
}

beforeAll(async () => {
  chain = await startChain({ blockTime: 'manual' })
  first = await deploy(options())
}, 60_000)
afterAll(() => chain.stop())

describe('deploy', () => {
  it('gives the same addresses from the same inputs on another chain', async () => {
    const other = await startChain({ blockTime: 'manual', timestamp: 1_700_000_000 })
    try {
      const second = await deploy({ ...options(), rpcUrl: other.rpcUrl })
      expect(addresses(second)).toEqual(addresses(first))
      expect(second.pools).toEqual(first.pools)
      expect(second.genesisHash).not.toBe(first.genesisHash)
    } finally {
      await other.stop()
    }
  }, 60_000)

  it('sends nothing when every contract is deployed already', async () => {
    const before = await reader().getBlockNumber({ cacheTime: 0 })
    const again = await deploy(options())
    expect(addresses(again)).toEqual(addresses(first))
    expect(await reader().getBlockNumber({ cacheTime: 0 })).toBe(before)
  }, 60_000)

  it('leaves every role with the timelock and none with the deployer', async () => {
    const timelock = first.contracts.Timelock!.address
    for (const name of ['StakingPools', 'RewardVouchers', 'ZnVault', 'EpochLog'] as const) {
      const owned = { address: first.contracts[name].address as Address, abi: epochLogAbi } as const
      const owner = await reader().readContract({ ...owned, functionName: 'owner' })
      expect(owner.toLowerCase(), name).toBe(timelock)
      const next = await reader().readContract({ ...owned, functionName: 'pendingOwner' })
      expect(next, `${name} is offered to nobody`).toBe(zeroAddress)
    }
    for (const symbol of ['GALX', 'MCM'] as const) {
      const token = first.tokens[symbol].address as Address
      const minter = await reader().readContract({ address: token, abi: galxAbi, functionName: 'minter' })
      expect(minter.toLowerCase()).toBe(timelock)
    }
  })

  it('makes an epoch log with the epochs of the vouchers, for the plan’s publisher', async () => {
    const log = { address: first.contracts.EpochLog!.address as Address, abi: epochLogAbi } as const
    const read = (
      functionName: 'rewardVouchers' | 'publisher' | 'epochDuration' | 'firstEpoch' | 'nextEpoch',
    ) => reader().readContract({ ...log, functionName })
    expect(String(await read('rewardVouchers')).toLowerCase()).toBe(first.contracts.RewardVouchers!.address)
    expect(String(await read('publisher')).toLowerCase()).toBe(embeddedNetwork.epochPublisher)
    expect(await read('epochDuration')).toBe(60n)
    const start = BigInt(first.programs.promotion!.start)
    expect(await read('firstEpoch')).toBe(start / 60n)
    expect(await read('nextEpoch')).toBe(start / 60n)
  })

  it('puts a working Multicall3 at its usual address', async () => {
    const abi = parseAbi(['function getBlockNumber() view returns (uint256)'])
    const to = first.contracts.Multicall3!.address as Address
    const { data } = await reader().call({
      to,
      data: encodeFunctionData({ abi, functionName: 'getBlockNumber' }),
    })
    expect(BigInt(data!)).toBe(await reader().getBlockNumber({ cacheTime: 0 }))
  })

  it('reports a wrong chain, and a node that does not answer, in one line', async () => {
    const configuration = { ...embeddedNetwork, chainId: 97 }
    await expect(deploy({ ...options(), configuration })).rejects.toThrow(
      `${chain.rpcUrl} is chain 56, the plan is for chain 97`,
    )
    await expect(deploy({ ...options(), rpcUrl: 'http://127.0.0.1:9' })).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9 does not answer: /,
    )
  }, 30_000)

  it.each([
    [-32_000, 'transaction underpriced: tip needed 1000000000, tip permitted 1'],
    [-32_000, 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
    [-32_003, 'transaction rejected by policy'],
    [-32_602, 'invalid argument 0: rlp: too many elements'],
    [-32_099, 'the sequencer is closed'],
  ])(
    'shows the words of a node that refuses a transaction with %i: %s',
    async (code, message) => {
      const node = await startRefusingNode(chain.rpcUrl, (calls) =>
        calls.some(({ method }) => method === 'eth_sendRawTransaction') ? { code, message } : null,
      )
      const configuration = { ...embeddedNetwork, guardian: embeddedNetwork.treasury }
      try {
        await expect(deploy({ ...options(), rpcUrl: node.url, configuration })).rejects.toThrow(
          `StakingPools: ${message}`,
        )
      } finally {
        node.stop()
      }
    },
    30_000,
  )

  it('names the step that the deployer can no longer do', async () => {
    const configuration = { ...embeddedNetwork, guardian: embeddedNetwork.treasury }
    // Another guardian means another StakingPools. The deployer cannot fund the new contract, because only the timelock can mint now.
    await expect(deploy({ ...options(), configuration })).rejects.toThrow(/^pool galx/)
  }, 30_000)
})

describe('descriptors', () => {
  const committed = new URL('../../docs/clear-signing/embedded/', import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'galx-descriptors-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function run(...parameters: string[]) {
    return runOperator(['descriptors', ...parameters], {}, { say: () => {}, complain: () => {} })
  }

  const site = ['--url', 'http://localhost:5173/']

  it('the files in docs/clear-signing describe the embedded deployment', async () => {
    const file = join(folder, 'deployment.json')
    writeDeployment(file, first)
    const out = join(folder, 'out')
    expect(await run('--deployment', file, '--out', out, ...site)).toBe(0)
    const names = readdirSync(out)
    expect(readdirSync(committed).sort()).toEqual(names.sort())
    for (const name of names)
      expect(readFileSync(new URL(name, committed), 'utf8'), name).toBe(readFileSync(join(out, name), 'utf8'))
  })

  it('writes test files for the registry on request', async () => {
    const out = join(folder, 'with tests')
    expect(await run('--deployment', join(folder, 'deployment.json'), '--out', out, ...site, '--tests')).toBe(
      0,
    )
    const file = JSON.parse(readFileSync(join(out, 'testsv2/calldata-ZnVault.tests.json'), 'utf8')) as object
    expect(file).toMatchObject({ descriptor: '../calldata-ZnVault.json' })
  })

  it('a wrong call exits with 2, and a missing file with 1', async () => {
    expect(await run('--out', folder)).toBe(2)
    expect(await run('--deployment', 'x', '--out', folder)).toBe(2)
    expect(await run('--deployment', 'x', '--out', folder, ...site, '--language', 'fr')).toBe(2)
    expect(await run('--deployment', join(folder, 'none.json'), '--out', folder, ...site)).toBe(1)
    const file = join(folder, 'deployment.json')
    expect(await run('--deployment', file, '--out', folder, ...site, '--deployed', 'yesterday')).toBe(1)
    expect(await run('--deployment', file, '--out', folder, '--url', 'galx')).toBe(1)
  })
})
