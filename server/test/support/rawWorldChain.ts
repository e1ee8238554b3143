/** A world of decoded logs in the indexer's form: blocks with raw logs, and the deployment file with its contracts. */
import { encodeAbiParameters, encodeEventTopics, getAddress, zeroAddress, type Abi, type Hex } from 'viem'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { RawLog as World, RawWorld } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import type { BlockRange } from '../../src/chain/rpc/fetchRange.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'

const ABIS: Record<World['contract'], Abi> = {
  StakingPools: stakingPoolsAbi as Abi,
  ZnVault: znVaultAbi as Abi,
  NodePass: nodePassAbi as Abi,
  RewardVouchers: rewardVouchersAbi as Abi,
}

export function worldDeployment(world: RawWorld): Deployment {
  const contracts = { ...PAPER_DEPLOYMENT.contracts }
  for (const [name, address] of Object.entries(world.contracts))
    contracts[name as keyof typeof contracts] = { ...contracts.StakingPools, address }
  return {
    ...PAPER_DEPLOYMENT,
    chainId: world.chainId,
    genesisHash: world.genesis,
    deployBlock: world.blocks[0]!.number,
    epochDuration: world.epochDuration,
    rulesets: [...world.rulesets],
    contracts,
  }
}

/** All blocks of the world as one range. The pools are created at its beginning. */
export function worldRange(world: RawWorld): BlockRange {
  const { blocks, logs } = world
  const pools = new Set(
    logs.flatMap(({ contract, args }) => (contract === 'StakingPools' ? [args.pool!] : [])),
  )
  const first = blocks[0]!.number
  const last = blocks.at(-1)!
  const made = [...pools].map((pool) => [first, 'StakingPools', 'PoolCreated', poolArguments(pool)] as const)
  const spoken = new Set(logs.map(({ event, args }) => `${event} ${args.id}`))
  const raw = [
    ...made,
    ...logs.flatMap(({ block, contract, event, args }) => [
      [block, contract, event, args] as const,
      ...paidFor(block, contract, event, args),
      ...saidOf(block, contract, event, args, spoken),
    ]),
  ]
  const places = new Map<number, number>()
  return {
    from: first,
    to: last.number,
    end: { ...last, parentHash: blocks.at(-2)?.hash ?? world.genesis, isComputed: true },
    parentHash: world.genesis,
    times: new Map(blocks.map(({ number, timestamp }) => [number, timestamp])),
    isComputed: true,
    logs: raw.map(([block, contract, event, args]) => {
      const logIndex = places.get(block) ?? 0
      places.set(block, logIndex + 1)
      const { hash } = blocks[block - first]!
      return {
        blockNumber: block,
        blockHash: hash,
        logIndex,
        transactionHash: hash,
        ...encodeEvent(world.contracts[contract], ABIS[contract], event, args),
      }
    }),
  }
}

/** On the chain, a mint or a burn of shares is followed by this event, on which the vault's own totals depend. */
function paidFor(block: number, contract: string, event: string, { from, to, value }: World['args']) {
  if (contract !== 'ZnVault' || event !== 'Transfer' || from === to) return []
  if (from === zeroAddress)
    return [
      [block, 'ZnVault', 'Deposit', { sender: to!, owner: to!, assets: value!, shares: value! }] as const,
    ]
  if (to !== zeroAddress) return []
  const paid = { sender: from!, receiver: from!, owner: from!, assets: '0', shares: value! }
  return [[block, 'ZnVault', 'Withdraw', paid] as const]
}

/** On the chain, a pass also logs its mint or its end beside the transfer. A world may omit these events, so they are added here. */
function saidOf(
  block: number,
  contract: string,
  event: string,
  { from, to, tokenId: id }: World['args'],
  spoken: ReadonlySet<string>,
) {
  if (contract !== 'NodePass' || event !== 'Transfer') return []
  if (from === zeroAddress && !spoken.has(`PassMinted ${id}`))
    return [[block, 'NodePass', 'PassMinted', { id: id!, holder: to!, name: 'pass' }] as const]
  if (to === zeroAddress && !spoken.has(`Unbonded ${id}`))
    return [[block, 'NodePass', 'Unbonded', { id: id!, holder: from!, bond: '1' }] as const]
  return []
}

function poolArguments(pool: string) {
  const token = getAddress(`0x${(BigInt(pool) % 2n ** 160n).toString(16).padStart(40, '0')}`)
  return {
    pool,
    configuration: {
      stakeToken: token,
      pairToken: zeroAddress,
      rewardToken: token,
      boostSource: zeroAddress,
      pairRatio: 0n,
      rewardDuration: 1,
      tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
    },
  }
}

/** @param args numbers may be texts */
export function encodeEvent(
  address: string,
  abi: Abi,
  eventName: string,
  args: Readonly<Record<string, unknown>>,
): Pick<RawLog, 'address' | 'topics' | 'data'> {
  const item = abi.find((entry) => entry.type === 'event' && entry.name === eventName)
  if (item?.type !== 'event') throw new Error(`no event is called ${eventName}`)
  const values = Object.fromEntries(
    item.inputs.map(({ name, type }) => [
      name,
      type.includes('int') ? BigInt(args[name!] as string) : args[name!],
    ]),
  )
  const data = item.inputs.filter(({ indexed }) => !indexed)
  return {
    address: address.toLowerCase(),
    topics: encodeEventTopics({ abi, eventName, args: values }) as Hex[],
    data: encodeAbiParameters(
      data,
      data.map(({ name }) => values[name!]),
    ),
  }
}
