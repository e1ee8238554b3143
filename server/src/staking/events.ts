/**
 * StakingPools' events, decoded by hand. This is ten times faster than a general decoder, and the decoder's speed decides the duration of a
 * reindex. A test compares every event with viem's decoder over random values.
 */
import { decodeEventLog, parseAbi, toEventSelector, type Hex } from 'viem'
import {
  EventFormatError,
  addressOf,
  checkShape,
  nonZero,
  optionalAddress,
  small,
  unknownEvent,
  word,
  type Place,
} from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'

type Subject = Place & { pool: bigint; account: string }
type Tier = { duration: number; multiplierBps: number; penaltyBps: number }

/** Amounts and weights are wei. The time of an event comes later, from the block's header. */
export type PoolEvent =
  | (Subject & {
      kind: 'stake'
      position: bigint
      amount: bigint
      pairAmount: bigint
      tier: number
      weight: bigint
      /** the inviter that the staker named; null for the zero address */
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
      /** wei of the reward token, 0 if nothing was owed */
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
      rewardEnd: number
    })
  /** emitted after each change of the stream, except after a funding, whose own event has the rate */
  | (Place & { kind: 'stream'; pool: bigint; rewardRate: bigint; rewardEnd: number })
  /** `until`: unix seconds of the latest end of the pause; 0: no pause */
  | (Place & { kind: 'pause'; pool: bigint; until: number })
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
  streamUpdated: toEventSelector('StreamUpdated(uint256,uint256,uint256)'),
  funded: toEventSelector('Funded(uint256,address,uint256,uint256,uint256)'),
  stakingPauseSet: toEventSelector('StakingPauseSet(uint256,uint256)'),
  poolCreated: toEventSelector(POOL_CREATED[0]),
} as const

/**
 * @returns the event, with addresses in lowercase
 * @throws EventFormatError if the log has no known shape
 */
export function decodeStakingEvent(log: RawLog): PoolEvent {
  const { topics, data } = log
  // Each field is written out, because object spread is slow and these events are many. Pools are few.
  const { blockNumber: block, logIndex, transactionHash: txHash } = log
  const pool = topics[1] === undefined ? 0n : word(topics[1], 0)
  const account = addressOf(topics[2] ?? '')
  switch (topics[0]) {
    case TOPICS.staked:
      checkShape(log, 3, 6)
      return {
        kind: 'stake',
        block,
        logIndex,
        txHash,
        pool,
        account,
        position: word(data, 0),
        amount: word(data, 1),
        pairAmount: word(data, 2),
        tier: small(word(data, 3), 255, 'tier'),
        weight: word(data, 4),
        inviter: optionalAddress(data, 5),
      }
    case TOPICS.unstaked:
      checkShape(log, 3, 5)
      return {
        kind: 'unstake',
        block,
        logIndex,
        txHash,
        pool,
        account,
        position: word(data, 0),
        amount: word(data, 1),
        pairAmount: word(data, 2),
        penalty: word(data, 3),
        weight: word(data, 4),
      }
    case TOPICS.exited:
      checkShape(log, 3, 5)
      return {
        kind: 'exit',
        block,
        logIndex,
        txHash,
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
      checkShape(log, 3, 1)
      return {
        kind: topics[0] === TOPICS.claimed ? 'claim' : 'forfeit',
        block,
        logIndex,
        txHash,
        pool,
        account,
        amount: word(data, 0),
      }
    case TOPICS.boostSynced:
      checkShape(log, 3, 2)
      return { kind: 'boost', block, logIndex, txHash, pool, account, weight: word(data, 1) }
    default:
      return decodePoolEvent(log, pool, account)
  }
}

/** Events of a pool as a whole. */
function decodePoolEvent(log: RawLog, pool: bigint, funder: string): PoolEvent {
  const { topics, data, blockNumber: block, logIndex, transactionHash: txHash } = log
  switch (topics[0]) {
    case TOPICS.funded:
      checkShape(log, 3, 3)
      return {
        kind: 'fund',
        block,
        logIndex,
        txHash,
        pool,
        funder,
        amount: word(data, 0),
        rewardRate: word(data, 1),
        rewardEnd: endOfStream(word(data, 2)),
      }
    case TOPICS.streamUpdated:
      checkShape(log, 2, 2)
      return {
        kind: 'stream',
        block,
        logIndex,
        txHash,
        pool,
        rewardRate: word(data, 0),
        rewardEnd: endOfStream(word(data, 1)),
      }
    case TOPICS.stakingPauseSet:
      checkShape(log, 2, 1)
      return {
        kind: 'pause',
        block,
        logIndex,
        txHash,
        pool,
        until: small(word(data, 0), Number.MAX_SAFE_INTEGER, 'end of the pause'),
      }
    case TOPICS.poolCreated:
      return { kind: 'pool', block, logIndex, txHash, pool, ...poolConfiguration(log) }
    default:
      return unknownEvent(log)
  }
}

/** The contract stores the end of a stream in 34 bits. */
function endOfStream(value: bigint): number {
  return small(value, Number.MAX_SAFE_INTEGER, 'end of the stream')
}

/** The event is rare and nested, so viem decodes it. */
function poolConfiguration(log: RawLog) {
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
      pairToken: nonZero(pairToken.toLowerCase()),
      rewardToken: rewardToken.toLowerCase(),
      boostSource: nonZero(boostSource.toLowerCase()),
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
