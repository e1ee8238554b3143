import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { EventFormatError } from '../../src/chain/decoding.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { TOPICS, decodeStakingEvent as decodeEvent } from '../../src/staking/events.ts'

const PLACE = { block: 7, logIndex: 3, txHash: `0x${'ee'.repeat(32)}` }
function eventOf(name: string) {
  return stakingPoolsAbi.find((item) => item.type === 'event' && item.name === name) as unknown as AbiEvent
}

/** A log in the chain's form, encoded by viem. */
function logOf(name: string, args: Record<string, unknown>): RawLog {
  const event = eventOf(name)
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  return {
    address: `0x${'11'.repeat(20)}`,
    blockHash: `0x${'bb'.repeat(32)}`,
    blockNumber: PLACE.block,
    logIndex: PLACE.logIndex,
    transactionHash: PLACE.txHash,
    topics: encodeEventTopics({ abi: [event], eventName: name, args }) as string[],
    data: encodeAbiParameters(
      plain,
      plain.map((input) => args[input.name!]),
    ),
  }
}

const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

test('the topics are those of the published interface', () => {
  const name = (key: string) => key[0]!.toUpperCase() + key.slice(1)
  for (const [key, topic] of Object.entries(TOPICS)) expect(topic).toBe(toEventSelector(eventOf(name(key))))
})

test('every event of viem’s encoder is read, for any values', () => {
  fc.assert(
    fc.property(
      fc.array(uint, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 2 ** 34 - 1 }),
      address,
      address,
      (numbers, tier, end, account, inviter) => {
        const [pool, position, amount, pairAmount, weight, penalty] = numbers as [
          bigint,
          bigint,
          bigint,
          bigint,
          bigint,
          bigint,
        ]
        const subject = { ...PLACE, pool, account }
        expect(
          decodeEvent(
            logOf('Staked', {
              pool,
              account,
              position,
              amount,
              pairAmount,
              tier: BigInt(tier),
              weight,
              inviter,
            }),
          ),
        ).toEqual({
          kind: 'stake',
          ...subject,
          position,
          amount,
          pairAmount,
          tier,
          weight,
          inviter: BigInt(inviter) === 0n ? null : inviter,
        })
        expect(
          decodeEvent(logOf('Unstaked', { pool, account, position, amount, pairAmount, penalty, weight })),
        ).toEqual({
          kind: 'unstake',
          ...subject,
          position,
          amount,
          pairAmount,
          penalty,
          weight,
        })
        expect(
          decodeEvent(
            logOf('Exited', { pool, account, position, amount, pairAmount, reward: penalty, weight }),
          ),
        ).toEqual({
          kind: 'exit',
          ...subject,
          position,
          amount,
          pairAmount,
          reward: penalty,
          weight,
        })
        expect(decodeEvent(logOf('Claimed', { pool, account, amount }))).toEqual({
          kind: 'claim',
          ...subject,
          amount,
        })
        expect(decodeEvent(logOf('Forfeited', { pool, account, amount }))).toEqual({
          kind: 'forfeit',
          ...subject,
          amount,
        })
        expect(decodeEvent(logOf('BoostSynced', { pool, account, boostBps: amount, weight }))).toEqual({
          kind: 'boost',
          ...subject,
          weight,
        })
        expect(
          decodeEvent(
            logOf('Funded', { pool, funder: account, amount, rewardRate: weight, rewardEnd: BigInt(end) }),
          ),
        ).toEqual({
          kind: 'fund',
          ...PLACE,
          pool,
          funder: account,
          amount,
          rewardRate: weight,
          rewardEnd: end,
        })
        expect(
          decodeEvent(logOf('StreamUpdated', { pool, rewardRate: weight, rewardEnd: BigInt(end) })),
        ).toEqual({ kind: 'stream', ...PLACE, pool, rewardRate: weight, rewardEnd: end })
        expect(decodeEvent(logOf('StakingPauseSet', { pool, until: BigInt(tier) }))).toEqual({
          kind: 'pause',
          ...PLACE,
          pool,
          until: tier,
        })
      },
    ),
  )
})

test('a pool is read with its tiers', () => {
  const tiers = [{ duration: 2_592_000, multiplierBps: 10_000, penaltyBps: 500 }]
  const configuration = {
    stakeToken: `0x${'aa'.repeat(20)}`,
    pairToken: `0x${'00'.repeat(20)}`,
    rewardToken: `0x${'cc'.repeat(20)}`,
    boostSource: `0x${'00'.repeat(20)}`,
    pairRatio: 0n,
    rewardDuration: 7_776_000,
    tiers,
  }
  expect(decodeEvent(logOf('PoolCreated', { pool: 5n, configuration }))).toEqual({
    kind: 'pool',
    ...PLACE,
    pool: 5n,
    stakeToken: configuration.stakeToken,
    pairToken: null,
    rewardToken: configuration.rewardToken,
    boostSource: null,
    pairRatio: 0n,
    rewardDuration: 7_776_000,
    tiers,
  })
})

test('a log of another shape is refused, never partly read', () => {
  const log = logOf('Claimed', { pool: 1n, account: `0x${'aa'.repeat(20)}`, amount: 5n })
  expect(() => decodeEvent({ ...log, data: log.data.slice(0, -64) })).toThrow(EventFormatError)
  expect(() => decodeEvent({ ...log, topics: log.topics.slice(0, 2) })).toThrow(EventFormatError)
  expect(() => decodeEvent({ ...log, topics: [`0x${'12'.repeat(32)}` as Hex] })).toThrow(EventFormatError)
})
