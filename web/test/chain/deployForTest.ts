/** A small deployment on its own chain, for tests of the app's chain code: real node, real contracts. */
import { CONTRACT_NAMES } from '@galx/protocol/products'
import { startTestChain, type RunningChain } from './startTestChain.ts'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { nodePassBytecode } from '@galx/protocol/bytecode/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { demoFaucetBytecode } from '@galx/protocol/bytecode/DemoFaucet'
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { galxBytecode } from '@galx/protocol/bytecode/GALX'
import { mcmBytecode } from '@galx/protocol/bytecode/MCM'
import { stakingPoolsBytecode } from '@galx/protocol/bytecode/StakingPools'
import { standInTokenAbi } from '@galx/protocol/abi/StandInToken'
import { standInTokenBytecode } from '@galx/protocol/bytecode/StandInToken'
import { parseWebConfig, type HexString, type WebConfig } from '@galx/protocol/webConfig'
// viem ships the creation code, but does not export the file.
import { multicall3Bytecode } from '../../../node_modules/viem/constants/contracts.ts'
import { encodeDeployData, encodeFunctionData, type Abi } from 'viem'

/** anvil's first account: owns the deployed contracts */
const DEPLOYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const ETHER = 10n ** 18n

export type TestChain = {
  chain: RunningChain
  config: WebConfig
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  /** sends from an unlocked account and mines */
  send(from: string, to: string | null, data: string): Promise<{ contractAddress: HexString; status: string }>
  mine(): Promise<void>
  now(): Promise<number>
}

/** The address of contracts that these tests do not call. */
const NOT_DEPLOYED = `0x${'d'.repeat(40)}`

/** Starts the chain with blocks by hand, deploys tokens, pools (galx, galxMcm, mcf), node passes and a faucet, funds galx for 90 days. */
export async function deployForTest(): Promise<TestChain> {
  const chain = await startTestChain()
  let id = 0
  const rpc = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const send: TestChain['send'] = async (from, to, data) => {
    const hash = await rpc('eth_sendTransaction', {
      from,
      ...(to === null ? {} : { to }),
      data,
      gas: '0x1000000',
    })
    await rpc('evm_mine')
    const receipt = await rpc<{ contractAddress: HexString; status: string } | null>(
      'eth_getTransactionReceipt',
      hash,
    )
    if (receipt?.status !== '0x1') throw new Error(`transaction from ${from} to ${to} failed`)
    return receipt
  }
  const create = async (abi: Abi, bytecode: HexString, args: readonly unknown[]) =>
    (
      await send(DEPLOYER, null, encodeDeployData({ abi, bytecode, args }))
    ).contractAddress.toLowerCase() as HexString
  const call = (to: HexString, abi: Abi, functionName: string, args: readonly unknown[]) =>
    send(DEPLOYER, to, encodeFunctionData({ abi, functionName, args }))

  const multicall3 = (await send(DEPLOYER, null, multicall3Bytecode)).contractAddress.toLowerCase()
  const galx = await create(galxAbi, galxBytecode, [1_000_000_000n * ETHER, DEPLOYER])
  const mcm = await create(galxAbi, mcmBytecode, [1_000_000_000n * ETHER, DEPLOYER])
  const standIn = (symbol: string) =>
    create(standInTokenAbi, standInTokenBytecode, [symbol, symbol, DEPLOYER, 1_000_000n * ETHER])
  const [usdt, btcb, aaa] = [await standIn('USDT'), await standIn('BTCB'), await standIn('AAA')]
  for (const token of [galx, mcm]) await call(token, galxAbi, 'mint', [DEPLOYER, 10_000_000n * ETHER])
  const pools = await create(stakingPoolsAbi, stakingPoolsBytecode, [DEPLOYER, DEPLOYER])
  const passes = await create(nodePassAbi, nodePassBytecode, [mcm])
  const parcel = 1_000n * ETHER
  const faucet = await create(demoFaucetAbi, demoFaucetBytecode, [
    [galx, mcm, usdt],
    [parcel, parcel, parcel],
  ])
  for (const token of [galx, mcm, usdt]) await call(token, galxAbi, 'transfer', [faucet, 100_000n * ETHER])

  const zero = `0x${'0'.repeat(40)}`
  const flexible = { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }
  const shapes = {
    galx: { stakeToken: galx, pairToken: zero, rewardToken: galx, pairRatio: 0n, tiers: [flexible] },
    galxMcm: {
      stakeToken: galx,
      pairToken: mcm,
      rewardToken: galx,
      pairRatio: ETHER,
      tiers: [{ ...flexible, multiplierBps: 15_000 }],
    },
    mcf: {
      stakeToken: mcm,
      pairToken: zero,
      rewardToken: mcm,
      pairRatio: 0n,
      tiers: [{ duration: 2_592_000, multiplierBps: 10_000, penaltyBps: 500 }],
    },
    aaa: { stakeToken: usdt, pairToken: zero, rewardToken: galx, pairRatio: 0n, tiers: [flexible] },
  }
  const ids: Record<string, string> = {}
  for (const [key, shape] of Object.entries(shapes)) {
    await call(pools, stakingPoolsAbi, 'createPool', [
      { ...shape, boostSource: zero, rewardDuration: 7_776_000 },
    ])
    const data = encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'poolAt',
      args: [BigInt(Object.keys(ids).length)],
    })
    ids[key] = BigInt(await rpc<string>('eth_call', { to: pools, data }, 'latest')).toString()
  }
  await call(galx, galxAbi, 'approve', [pools, 2_000_000n * ETHER])
  for (const key of ['galx', 'galxMcm'])
    await call(pools, stakingPoolsAbi, 'fund', [BigInt(ids[key] as string), 900_000n * ETHER])

  const { hash: genesisHash } = await rpc<{ hash: string }>('eth_getBlockByNumber', '0x0', false)
  const pool = (
    key: keyof typeof shapes,
    stakeToken: string,
    pairToken: string | null,
    rewardToken: string,
  ) => ({
    id: ids[key],
    stakeToken,
    pairToken,
    pairRatio: shapes[key].pairRatio.toString(),
    rewardToken,
    tiers: shapes[key].tiers,
  })
  const result = parseWebConfig({
    apiUrl: 'http://127.0.0.1:1',
    btcApiUrl: 'http://127.0.0.1:1',
    chainId: 56,
    rpcUrl: chain.rpcUrl,
    explorerUrl: '',
    genesisHash,
    contracts: {
      ...Object.fromEntries(CONTRACT_NAMES.map((name) => [name, NOT_DEPLOYED])),
      Multicall3: multicall3,
      StakingPools: pools,
      NodePass: passes,
      DemoFaucet: faucet,
    },
    tokens: {
      USDT: { address: usdt, permit: false },
      AAA: { address: aaa, permit: false },
      MCM: { address: mcm, permit: true },
      GALX: { address: galx, permit: true },
      BTCB: { address: btcb, permit: false },
    },
    pools: {
      galx: pool('galx', 'GALX', null, 'GALX'),
      galxMcm: pool('galxMcm', 'GALX', 'MCM', 'GALX'),
      mcf: pool('mcf', 'MCM', null, 'MCM'),
      // A token without permit, for the tests of approvals.
      aaa: pool('aaa', 'USDT', null, 'GALX'),
    },
    wallets: ['tokenpocket', 'metamask'],
    demoWallet: true,
    internationalVersion: false,
    securityCentre: false,
  })
  if (!result.ok) throw new Error(result.problems.join('; '))
  return {
    chain,
    config: result.config,
    rpc,
    send,
    mine: async () => {
      await rpc('evm_mine')
    },
    now: async () =>
      Number((await rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp),
  }
}

/** Transfers tokens of the deployer. */
export async function give(test: TestChain, token: HexString, to: string, amount: bigint): Promise<void> {
  await test.send(
    DEPLOYER,
    token,
    encodeFunctionData({ abi: galxAbi, functionName: 'transfer', args: [to as HexString, amount] }),
  )
}
