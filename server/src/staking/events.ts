/**
 * StakingPools' events, decoded by hand: an order of magnitude faster than a general decoder, which decides how long a
 * reindex takes. A test compares every one with viem's decoder over random values.
 */
import { decodeEventLog, parseAbi, toEventSelector, type Hex } from 'viem'

/** A log as a node gives it, checked for shape (rpc/shapes.ts). */
export type RawLog = {
  address: string
  blockHash: string
  blockNumber: number
  logIndex: number
  transactionHash: string
  topics: string[]
  data: string
}

type Place = { block: number; logIndex: number; txHash: string }
type Subject = Place & { pool: bigint; account: string }
type Tier = { duration: number; multiplierBps: number; penaltyBps: number }

/** Amounts and weights are wei; `at` (unix seconds) is joined from the block's header later. */
export type PoolEvent =
  | (Subject & {
      kind: 'stake'
      position: bigint
      amount: bigint
      pairAmount: bigint
      tier: number
      weight: bigint
      /** as named by the staker; null for the zero address */
      inviter: string | null
    })
  | (Subject & {
      kind: 'unstake'
      position: bigint
      amount: bigint
      pairAmount: bigint
      penalty: bigint
      weight: bigint
    })
  | (Subject & {
      kind: 'exit'
      position: bigint
      amount: bigint
      pairAmount: bigint
      /** of the reward token, 0 if nothing was owed */
      reward: bigint
      weight: bigint
    })
  | (Subject & { kind: 'claim' | 'forfeit'; amount: bigint })
  | (Subject & { kind: 'boost'; weight: bigint })
  | (Place & {
      kind: 'fund'
      pool: bigint
      funder: string
      amount: bigint
      rewardRate: bigint
      rewardEnd: bigint
    })
  | (Place & { kind: 'pause'; pool: bigint; paused: boolean })
  | (Place & {
      kind: 'pool'
      pool: bigint
      stakeToken: string
      pairToken: string | null
      rewardToken: string
      boostSource: string | null
      pairRatio: bigint
      rewardDuration: number
      tiers: Tier[]
    })

const POOL_CREATED = parseAbi([
  'struct Tier { uint32 duration; uint16 multiplierBps; uint16 penaltyBps; }',
  'struct PoolConfiguration { address stakeToken; address pairToken; address rewardToken; address boostSource; uint256 pairRatio; uint32 rewardDuration; Tier[] tiers; }',
  'event PoolCreated(uint256 indexed pool, PoolConfiguration configuration)',
])

export const TOPICS = {
  staked: toEventSelector('Staked(uint256,address,uint256,uint256,uint256,uint256,uint256,address)'),
  unstaked: toEventSelector('Unstaked(uint256,address,uint256,uint256,uint256,uint256,uint256)'),
  exited: toEventSelector('Exited(uint256,address,uint256,uint256,uint256,uint256,uint256)'),
  claimed: toEventSelector('Claimed(uint256,address,uint256)'),
  forfeited: toEventSelector('Forfeited(uint256,address,uint256)'),
  boostSynced: toEventSelector('BoostSynced(uint256,address,uint256,uint256)'),
  funded: toEventSelector('Funded(uint256,address,uint256,uint256,uint256)'),
  stakingPauseSet: toEventSelector('StakingPauseSet(uint256,bool)'),
  poolCreated: toEventSelector(POOL_CREATED[0]),
} as const

/** What the node is asked for; anything else the contract emits concerns no table. */
export const TOPIC_LIST: readonly string[] = Object.values(TOPICS)

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

export class EventFormatError extends Error {
  override name = 'EventFormatError'
}

const word = (data: string, index: number): bigint =>
  BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`)
const small = (value: bigint, limit: number, what: string): number => {
  if (value > BigInt(limit)) throw new EventFormatError(`${what} ${value} is above ${limit}`)
  return Number(value)
}
const optionalAddress = (address: string): string | null =>
  address === ZERO_ADDRESS ? null : address.toLowerCase()

const shape = (log: RawLog, topics: number, words: number): void => {
  if (log.topics.length !== topics || log.data.length !== 2 + words * 64)
    throw new EventFormatError(
      `log ${log.logIndex} of block ${log.blockNumber} has ${log.topics.length} topics and ${log.data.length / 2 - 1} bytes`,
    )
}

/**
 * @returns what the log says, addresses lowercase
 * @throws EventFormatError when the log has none of the known shapes
 */
export const decodeEvent = (log: RawLog): PoolEvent => {
  const { topics, data } = log
  const place: Place = { block: log.blockNumber, logIndex: log.logIndex, txHash: log.transactionHash }
  const pool = BigInt(topics[1] ?? '0x0')
  const account = `0x${topics[2]?.slice(26) ?? ''}`
  switch (topics[0]) {
    case TOPICS.staked:
      shape(log, 3, 6)
      return {
        kind: 'stake',
        ...place,
        pool,
        account,
        position: word(data, 0),
        amount: word(data, 1),
        pairAmount: word(data, 2),
        tier: small(word(data, 3), 255, 'tier'),
        weight: word(data, 4),
        inviter: optionalAddress(`0x${data.slice(2 + 5 * 64 + 24)}`),
      }
    case TOPICS.unstaked:
      shape(log, 3, 5)
      return {
        kind: 'unstake',
        ...place,
        pool,
        account,
        position: word(data, 0),
        amount: word(data, 1),
        pairAmount: word(data, 2),
        penalty: word(data, 3),
        weight: word(data, 4),
      }
    case TOPICS.exited:
      shape(log, 3, 5)
      return {
        kind: 'exit',
        ...place,
        pool,
        account,
        position: word(data, 0),
        amount: word(data, 1),
        pairAmount: word(data, 2),
        reward: word(data, 3),
        weight: word(data, 4),
      }
    case TOPICS.claimed:
    case TOPICS.forfeited:
      shape(log, 3, 1)
      return {
        kind: topics[0] === TOPICS.claimed ? 'claim' : 'forfeit',
        ...place,
        pool,
        account,
        amount: word(data, 0),
      }
    case TOPICS.boostSynced:
      shape(log, 3, 2)
      return { kind: 'boost', ...place, pool, account, weight: word(data, 1) }
    case TOPICS.funded:
      shape(log, 3, 3)
      return {
        kind: 'fund',
        ...place,
        pool,
        funder: account,
        amount: word(data, 0),
        rewardRate: word(data, 1),
        rewardEnd: word(data, 2),
      }
    case TOPICS.stakingPauseSet:
      shape(log, 2, 1)
      return { kind: 'pause', ...place, pool, paused: word(data, 0) !== 0n }
    case TOPICS.poolCreated:
      return { kind: 'pool', ...place, pool, ...poolConfiguration(log) }
    default:
      throw new EventFormatError(
        `log ${log.logIndex} of block ${log.blockNumber} is of an unknown kind ${topics[0]}`,
      )
  }
}

/** Rare and nested, so the general decoder does it. */
const poolConfiguration = (log: RawLog) => {
  try {
    const { args } = decodeEventLog({
      abi: POOL_CREATED,
      topics: log.topics as [Hex, ...Hex[]],
      data: log.data as Hex,
    })
    const { stakeToken, pairToken, rewardToken, boostSource, pairRatio, rewardDuration, tiers } =
      args.configuration
    return {
      stakeToken: stakeToken.toLowerCase(),
      pairToken: optionalAddress(pairToken),
      rewardToken: rewardToken.toLowerCase(),
      boostSource: optionalAddress(boostSource),
      pairRatio,
      rewardDuration,
      tiers: tiers.map(({ duration, multiplierBps, penaltyBps }) => ({
        duration,
        multiplierBps,
        penaltyBps,
      })),
    }
  } catch (error) {
    throw new EventFormatError(`PoolCreated in block ${log.blockNumber}: ${(error as Error).message}`)
  }
}
