/** The answers that the contracts must give at a final block if the logs are complete and right, from the audit's own fold of the logs. */
import type { Address } from 'viem'
import { FIRST_GIFT, figures, type Expected, type Figure, type Found } from '@galx/protocol/checksum'
import {
  checkedPools,
  checkedPrograms,
  POSITIONS_READ,
  type CheckedAccount,
  type Sample,
} from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import { hashOf, rulesetBytes } from './epochBytes.ts'
import type { EpochRecord } from './epochRecord.ts'
import { sumOf } from './grants.ts'
import { advanced } from './vesting.ts'
import type { World } from './world.ts'

/** The number of accounts, passes and epochs that are sampled for one checksum. */
const ACCOUNTS = 20
const PASSES = 8
const EPOCHS = 4
/** MCM that one pass locks, wei: BOND of NodePass. */
const BOND = 10_000n * 10n ** 18n

/** Whether a position is in the window that one checksum reads from `from` on. */
function isLookedAt(position: bigint, from: bigint): boolean {
  return position >= from && position < from + POSITIONS_READ
}

type Fold = { world: World; record: EpochRecord; deployment: Deployment }
/** A whole number from 0 up to, but not including, the given number. */
export type Draw = (below: number) => number

/** Random, so that nobody can predict the sampled accounts. */
export function drawSample({ world, record, deployment }: Fold, draw: Draw): Sample {
  const indexes = drawn(world.accounts.count, ACCOUNTS, draw)
  const open = new Map<number, Map<bigint, bigint[]>>(indexes.map((index) => [index, new Map()]))
  for (const { account, pool, number } of world.promotion.positions.values()) {
    const pools = open.get(account)
    if (pools) pools.set(pool, [...(pools.get(pool) ?? []), number])
  }
  const keys = new Map(checkedPools(deployment).map(({ key, id }) => [id, key]))
  const accounts = indexes.map((index): CheckedAccount => {
    const positions = [...open.get(index)!].flatMap(([id, numbers]) => {
      const pool = keys.get(id)
      if (pool === undefined) return []
      const own = numbers.filter((number) => number < FIRST_GIFT)
      const gifts = numbers.filter((number) => number >= FIRST_GIFT)
      return [own, gifts].flatMap((some) =>
        some.length === 0 ? [] : [{ pool, from: some[draw(some.length)]! }],
      )
    })
    return { address: world.accounts.addressOf(index), positions }
  })
  const passes = [...world.passes.passes.keys()]
  const epochs = [...record.published.keys()]
  return {
    accounts,
    passes: drawn(passes.length, PASSES, draw).map((index) => passes[index]!),
    epochs: drawn(epochs.length, EPOCHS, draw).map((index) => Number(epochs[index]!)),
    ruleset: record.rulesets === 0 ? null : record.rulesets - 1,
  }
}

/** @returns `count` different numbers below `size`, or all numbers if there are fewer */
function drawn(size: number, count: number, draw: Draw): number[] {
  if (size <= count) return Array.from({ length: size }, (_, index) => index)
  const found = new Set<number>()
  while (found.size < count) found.add(draw(size))
  return [...found]
}

/** Figures that no bonus depends on are 'unknown'. @param time of the block, unix seconds */
export function expectedFigures(fold: Fold, sample: Sample, time: bigint): Figure<Expected>[] {
  return [
    ...ofContracts(fold, sample, time),
    ...sample.accounts.flatMap((account) => ofAccount(fold, account)),
  ]
}

function ofContracts({ world, record, deployment }: Fold, sample: Sample, time: bigint): Figure<Expected>[] {
  const { holdings, passes, vestings, terms } = world
  const unknown = 'unknown' as const
  const newest = sample.ruleset === null ? undefined : terms.rulesets[sample.ruleset]
  return [
    ...figures.pools<Expected>(unknown),
    ...checkedPools(deployment).flatMap(({ key, id }) =>
      figures.pool<Expected>(key, {
        totalWeight: sumOf(holdings.weights.get(id) ?? new Map()),
        rewardRate: unknown,
        rewardEnd: unknown,
        lastUpdate: unknown,
        stakingPausedUntil: unknown,
      }),
    ),
    ...figures.vaultSupply<Expected>(sumOf(holdings.shares)),
    ...figures.vault<Expected>({
      totalAssets: unknown,
      rewardRate: unknown,
      rewardEnd: unknown,
      unvested: unknown,
    }),
    ...figures.programs<Expected>(BigInt(vestings.size)),
    ...checkedPrograms(deployment).flatMap(({ key, id }) => {
      const vesting = vestings.get(id)
      if (!vesting) return figures.program<Expected>(key, NO_PROGRAM)
      const now = advanced(vesting, time / terms.epochDuration)
      return figures.program<Expected>(key, {
        budgetPerEpoch: now.budgetPerEpoch,
        funded: now.unvested + now.vested,
        vested: now.vested,
        paid: sumOf(world.grantsOf(id).drawn),
      })
    }),
    ...figures.passSupply<Expected>(BigInt(passes.passes.size)),
    ...figures.bonds<Expected>({ value: BOND * BigInt(passes.passes.size), orMore: true }),
    ...sample.passes.flatMap((id) => {
      const { holder, unbonding } = passes.passes.get(id)!
      return figures.pass<Expected>(id, world.accounts.addressOf(holder), unbonding ? unknown : 0n)
    }),
    ...figures.fund<Expected>(unknown),
    ...figures.rulesets<Expected>(BigInt(record.rulesets)),
    ...(sample.ruleset === null
      ? []
      : figures.ruleset<Expected>(
          sample.ruleset,
          ...rulesetOf(newest && !record.disputedRulesets.has(newest.number) ? newest : undefined),
        )),
    ...sample.epochs.flatMap((epoch) => {
      const { hash, blockNumber } = record.published.get(BigInt(epoch))!
      return figures.epoch<Expected>(epoch, hash, blockNumber)
    }),
  ]
}

/** A program that the file names, but that no log has created. */
const NO_PROGRAM = { budgetPerEpoch: 0n, funded: 0n, vested: 0n, paid: 0n }

/** A ruleset that differs from the file's ruleset is 'unknown' here, because `EpochRecord` reports the difference. */
function rulesetOf(ruleset: World['terms']['rulesets'][number] | undefined): [Expected, Expected] {
  return ruleset ? [hashOf(rulesetBytes(ruleset)), ruleset.firstEpoch] : ['unknown', 'unknown']
}

function ofAccount({ world, deployment }: Fold, { address, positions }: CheckedAccount): Figure<Expected>[] {
  const { accounts, holdings, passes, promotion } = world
  const index = accounts.indexOf(address)
  const unknown = 'unknown' as const
  const pools = checkedPools(deployment)
  const held = [...passes.passes.values()].filter(({ holder }) => holder === index).length
  const open = [...promotion.positions.values()].filter(({ account }) => account === index)
  return [
    ...pools.flatMap(({ key, id }) =>
      figures.stake<Expected>(address, key, {
        weight: holdings.weight(id, index),
        positions: unknown,
        gifts: unknown,
        earned: unknown,
      }),
    ),
    ...positions.flatMap(({ pool, from }) => {
      const { id } = pools.find(({ key }) => key === pool)!
      const looked = open.filter((one) => one.pool === id && isLookedAt(one.number, from))
      return looked.flatMap(({ number, amount }) =>
        figures.position<Expected>(address, pool, number, {
          amount,
          pairAmount: unknown,
          tier: unknown,
          unlockAt: unknown,
        }),
      )
    }),
    ...figures.shares<Expected>(address, holdings.shareOf(index)),
    ...figures.level<Expected>(address, unknown, unknown),
    ...figures.passesOf<Expected>(address, BigInt(held)),
    ...checkedPrograms(deployment).flatMap(({ key, id }) =>
      figures.drawn<Expected>(address, key, world.grantsOf(id).drawn.get(index) ?? 0n),
    ),
  ]
}

/** Removes positions without a stake. Such a position may still hold the pair token, on which no bonus depends. */
export function withoutEmptyPositions(found: readonly Figure<Found>[]): Figure<Found>[] {
  const keyOf = (account: Address | null, figure: string) =>
    `${account} ${figure.slice(0, figure.lastIndexOf('.'))}`
  const empty = new Set(
    found.flatMap(({ account, figure, value }) =>
      /\.(?:position|gift) \d+\.amount$/.test(figure) && value === 0n ? [keyOf(account, figure)] : [],
    ),
  )
  return found.filter(({ account, figure }) => !empty.has(keyOf(account, figure)))
}
