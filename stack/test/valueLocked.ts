/** The adapter for DefiLlama, run with the part of DefiLlama's interface that the adapter uses, and the same value from the contracts' own views. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { FIRST_GIFT } from '@galx/protocol/checksum'
import { parseDeployment } from '@galx/protocol/deployment'
import {
  createPublicClient,
  erc20Abi,
  getAbiItem,
  http,
  parseAbi,
  parseAbiItem,
  zeroAddress,
  type AbiEvent,
  type Address,
} from 'viem'

type Locked = Record<string, bigint>
type LogsAsked = { target: Address; eventAbi: string; fromBlock: number }
type CallAsked = { target: Address; abi: string; params?: unknown }
type Adapter = Record<'tvl' | 'staking', (api: unknown) => Promise<void>>

const SHORT: Record<string, string> = {
  'address:asset': 'function asset() view returns (address)',
  'address:mcm': 'function mcm() view returns (address)',
  'uint256:BOND': 'function BOND() view returns (uint256)',
  'uint256:totalAssets': 'function totalAssets() view returns (uint256)',
}

/** Wei of each token, by lowercase address: as the adapter counts them, and as the contracts' views give them, at one block. */
export async function valueLocked(
  source: string,
  deploymentFile: string,
  rpcUrl: string,
): Promise<{ adapter: Locked; views: Locked }> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const blockNumber = await client.getBlockNumber()
  const adapter: Locked = {}
  const call = ({ target, abi, params }: CallAsked): Promise<unknown> =>
    client.readContract({
      address: target,
      abi: parseAbi([SHORT[abi] ?? abi] as string[]),
      functionName: /(\w+)\(/.exec(SHORT[abi] ?? abi)![1]!,
      args: params === undefined ? [] : [params],
      blockNumber,
    } as never)
  const api = {
    call,
    multiCall: ({ abi, target, calls }: { abi: string; target: Address; calls: string[] }) =>
      Promise.all(calls.map((params) => call({ abi, target, params }))),
    add: (token: string, amount: string) => add(adapter, token, BigInt(amount)),
  }
  const getLogs2 = async ({ target, eventAbi, fromBlock }: LogsAsked) => {
    const event = parseAbiItem(eventAbi) as AbiEvent
    const logs = await client.getLogs({
      address: target,
      event,
      fromBlock: BigInt(fromBlock),
      toBlock: blockNumber,
    })
    return logs.map((log) => (log as { args?: unknown }).args)
  }
  const file: { exports: { bsc?: Adapter } } = { exports: {} }
  const required = (name: string): unknown => {
    if (name !== '../helper/cache/getLogs') throw new Error(`the adapter requires ${name}`)
    return { getLogs2 }
  }
  new Function('require', 'module', source)(required, file)
  await file.exports.bsc!.tvl(api)
  await file.exports.bsc!.staking(api)

  const { contracts, tokens, pools, deployBlock } = parseDeployment(deploymentFile)
  const views: Locked = {}
  const address = contracts.StakingPools.address as Address
  const entered = await client.getLogs({
    address,
    event: getAbiItem({ abi: stakingPoolsAbi, name: 'Staked' }),
    fromBlock: BigInt(deployBlock),
    toBlock: blockNumber,
  })
  const accounts = new Map(entered.map(({ args }) => [`${args.pool} ${args.account}`, args] as const))
  for (const { pool, account } of accounts.values()) {
    const terms = Object.values(pools).find(({ id }) => BigInt(id) === pool)!
    for (const first of [0n, FIRST_GIFT]) {
      const open = await client.readContract({
        address,
        abi: stakingPoolsAbi,
        functionName: 'positionsOf',
        args: [pool!, account!, first, 1_000n],
        blockNumber,
      })
      for (const { amount, pairAmount } of open) {
        add(views, tokens[terms.stakeToken].address, amount)
        add(views, terms.pairToken === null ? zeroAddress : tokens[terms.pairToken].address, pairAmount)
      }
    }
  }
  const vault = { address: contracts.ZnVault.address as Address, abi: znVaultAbi, blockNumber } as const
  add(
    views,
    await client.readContract({ ...vault, functionName: 'asset' }),
    await client.readContract({ ...vault, functionName: 'totalAssets' }),
  )
  const node = contracts.NodePass.address as Address
  const mcm = await client.readContract({
    address: node,
    abi: nodePassAbi,
    functionName: 'mcm',
    blockNumber,
  })
  const bonds = { address: mcm, abi: erc20Abi, functionName: 'balanceOf', args: [node], blockNumber } as const
  add(views, mcm, await client.readContract(bonds))
  return { adapter, views }
}

function add(locked: Locked, token: string, amount: bigint): void {
  if (amount > 0n) locked[token.toLowerCase()] = (locked[token.toLowerCase()] ?? 0n) + amount
}
