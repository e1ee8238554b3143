/** The hand-written decoders of all contracts except StakingPools (stakingEvents.test.ts), compared with viem's over random values. */
import fc from 'fast-check'
import {
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  parseAbi,
  type Abi,
  type AbiEvent,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { EventFormatError } from '../../src/chain/decoding.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'

/** As published (@uniswap/v2-core). */
const pairAbi = parseAbi([
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])
const PLACE = { block: 7, logIndex: 3, txHash: `0x${'ee'.repeat(32)}` }
const ZERO = `0x${'0'.repeat(40)}`
const SOURCES = new Map(sourcesOf(PAPER_DEPLOYMENT).map((source) => [source.name, source]))

const address = fc.oneof(
  { weight: 1, arbitrary: fc.constant(ZERO) },
  {
    weight: 4,
    arbitrary: fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  },
)
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const uint112 = fc.bigInt({ min: 0n, max: 2n ** 112n - 1n })
const small = fc.bigInt({ min: 0n, max: 255n })
/** arguments that fit into a JavaScript number */
const SMALL = ['until', 'rewardEnd', 'index', 'firstEpoch']
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
function bytes(minLength: number, maxLength: number) {
  return fc.uint8Array({ minLength, maxLength }).map((value) => `0x${Buffer.from(value).toString('hex')}`)
}
function valueOf(event: string, { name, type }: AbiEvent['inputs'][number]) {
  if (type === 'bytes32') return bytes(32, 32)
  if (type === 'bytes') return bytes(0, 100)
  return type === 'address'
    ? address
    : type === 'string'
      ? text
      : type === 'uint112'
        ? uint112
        : SMALL.includes(name ?? '') || (event === 'LevelBought' && name !== 'burned')
          ? small
          : uint
}

type Args = Record<string, unknown>
function nonZero(value: unknown) {
  return value === ZERO ? null : value
}

/** The expected result of our decoder for viem's arguments. */
const CASES: [source: string, event: string, abi: Abi, expected: (args: Args) => Args][] = [
  [
    'ZnVault',
    'Transfer',
    znVaultAbi,
    ({ from, to, value }) => ({ kind: 'transfer', from: nonZero(from), to: nonZero(to), shares: value }),
  ],
  [
    'ZnVault',
    'Deposit',
    znVaultAbi,
    ({ owner, assets, shares }) => ({ kind: 'deposit', account: owner, assets, shares }),
  ],
  [
    'ZnVault',
    'Withdraw',
    znVaultAbi,
    ({ owner, assets, shares }) => ({ kind: 'withdraw', account: owner, assets, shares }),
  ],
  [
    'ZnVault',
    'InviterNamed',
    znVaultAbi,
    ({ account, inviter }) => ({ kind: 'inviter', account, inviter: nonZero(inviter) }),
  ],
  [
    'ZnVault',
    'Funded',
    znVaultAbi,
    ({ rewardRate, rewardEnd: end }) => ({ kind: 'funded', rewardRate, rewardEnd: Number(end) }),
  ],
  [
    'Levels',
    'LevelBought',
    levelsAbi,
    ({ account, level, burned }) => ({ kind: 'level', account, level: Number(level), burned }),
  ],
  [
    'NodePass',
    'Transfer',
    nodePassAbi,
    ({ from, to, tokenId }) => ({ kind: 'transfer', id: tokenId, from: nonZero(from), to: nonZero(to) }),
  ],
  [
    'NodePass',
    'PassMinted',
    nodePassAbi,
    ({ id, holder, name }) => ({ kind: 'mint', id, account: holder, name }),
  ],
  ['NodePass', 'PassRenamed', nodePassAbi, ({ id, name }) => ({ kind: 'rename', id, name })],
  [
    'NodePass',
    'UnbondingStarted',
    nodePassAbi,
    ({ id, until }) => ({ kind: 'unbonding', id, until: Number(until) }),
  ],
  ['NodePass', 'UnbondingCancelled', nodePassAbi, ({ id }) => ({ kind: 'unbondingCancelled', id })],
  [
    'NodePass',
    'Unbonded',
    nodePassAbi,
    ({ id, holder, bond }) => ({ kind: 'unbonded', id, account: holder, bond }),
  ],
  ['AAA to AaaFund', 'Transfer', aaaAbi, ({ from, amount }) => ({ from, amount })],
  ['AaaFund', 'Distributed', aaaFundAbi, ({ amount }) => ({ amount })],
  [
    'RewardVouchers',
    'Claimed',
    rewardVouchersAbi,
    ({ program, account, amount }) => ({ kind: 'claimed', program, account, amount }),
  ],
  [
    'RewardVouchers',
    'Funded',
    rewardVouchersAbi,
    ({ program, amount }) => ({ kind: 'funded', program, amount }),
  ],
  [
    'RewardVouchers',
    'ProgramCreated',
    rewardVouchersAbi,
    ({ program, budgetPerEpoch, start }) => ({ kind: 'created', program, budgetPerEpoch, start }),
  ],
  [
    'EpochLog',
    'RulesetAdded',
    epochLogAbi,
    ({ index, hash, firstEpoch }) => ({ index: Number(index), hash, firstEpoch: Number(firstEpoch) }),
  ],
  [
    'Timelock',
    'CallScheduled',
    timelockAbi,
    ({ id, index, target, value, data, predecessor, delay }) => ({
      kind: 'scheduled',
      id,
      call: Number(index),
      target,
      value,
      data,
      predecessor,
      delay,
    }),
  ],
  ['Timelock', 'CallSalt', timelockAbi, ({ id, salt }) => ({ kind: 'salt', id, salt })],
  ['Timelock', 'CallExecuted', timelockAbi, ({ id }) => ({ kind: 'executed', id })],
  ['Timelock', 'Cancelled', timelockAbi, ({ id }) => ({ kind: 'cancelled', id })],
  ['pair AAA/USDT', 'Sync', pairAbi, ({ reserve0, reserve1 }) => ({ kind: 'sync', reserve0, reserve1 })],
  [
    'pair AAA/USDT',
    'Swap',
    pairAbi,
    ({ amount0In, amount1In, amount0Out, amount1Out }) => ({
      kind: 'swap',
      amount0: (amount0In as bigint) + (amount0Out as bigint),
      amount1: (amount1In as bigint) + (amount1Out as bigint),
    }),
  ],
]

function eventOf(abi: Abi, name: string) {
  return abi.find((item) => item.type === 'event' && item.name === name) as AbiEvent
}

function logOf(event: AbiEvent, args: Args): RawLog {
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  return {
    address: `0x${'11'.repeat(20)}`,
    blockHash: `0x${'bb'.repeat(32)}`,
    blockNumber: PLACE.block,
    logIndex: PLACE.logIndex,
    transactionHash: PLACE.txHash,
    topics: encodeEventTopics({ abi: [event], eventName: event.name, args }) as string[],
    data: encodeAbiParameters(
      plain,
      plain.map((input) => args[input.name!]),
    ),
  }
}

test.each(CASES)('%s %s: viem reads the same', (name, eventName, abi, expected) => {
  const source = SOURCES.get(name)!
  const event = eventOf(abi, eventName)
  const values = fc.record(
    Object.fromEntries(event.inputs.map((input) => [input.name!, valueOf(eventName, input)])),
  )
  fc.assert(
    fc.property(values, (args) => {
      const log = logOf(event, args)
      const decoded = decodeEventLog({ abi, topics: log.topics as [Hex, ...Hex[]], data: log.data as Hex })
      const lower = Object.fromEntries(
        Object.entries(decoded.args as unknown as Args).map(([key, value]) => [
          key,
          key !== 'name' && typeof value === 'string' ? value.toLowerCase() : value,
        ]),
      )
      expect(source.topics).toContain(log.topics[0])
      expect(source.decode(log)).toEqual({ ...PLACE, ...expected(lower) })
    }),
  )
})

test('every topic that the indexer requests is decoded by one of the cases', () => {
  for (const source of SOURCES.values()) {
    if (source.name === 'StakingPools') continue
    const read = CASES.filter(([name]) => name === source.name).map(
      ([, event, abi]) =>
        encodeEventTopics({ abi: [eventOf(abi, event)] as Abi, eventName: event } as never)[0],
    )
    expect([...source.topics].sort()).toEqual([...read].sort())
  }
})

test.each(CASES)('%s %s: a shorter or longer log is refused, never partly read', (name, eventName, abi) => {
  const source = SOURCES.get(name)!
  const event = eventOf(abi, eventName)
  const args = Object.fromEntries(
    event.inputs.map(({ name: key, type }) => [
      key!,
      type.startsWith('bytes')
        ? `0x${'cc'.repeat(32)}`
        : type === 'address'
          ? `0x${'aa'.repeat(20)}`
          : type === 'string'
            ? 'name'
            : 5n,
    ]),
  )
  const log = logOf(event, args)
  for (const spoilt of [
    { ...log, data: `${log.data}${'0'.repeat(64)}` },
    { ...log, topics: log.topics.slice(0, -1) },
    { ...log, topics: [`0x${'12'.repeat(32)}`] },
    ...(log.data === '0x' ? [] : [{ ...log, data: log.data.slice(0, -64) }]),
  ])
    expect(() => source.decode(spoilt)).toThrow(EventFormatError)
})

test('the same topic of two contracts is two different events', () => {
  const staking = SOURCES.get('StakingPools')!
  const vouchers = SOURCES.get('RewardVouchers')!
  const log = logOf(eventOf(rewardVouchersAbi, 'Claimed'), {
    program: 3n,
    account: `0x${'aa'.repeat(20)}`,
    amount: 9n,
  })
  expect(staking.topics).toContain(log.topics[0])
  expect(vouchers.decode(log)).toMatchObject({ program: 3n })
  expect(staking.decode(log)).toMatchObject({ kind: 'claim', pool: 3n })
})
