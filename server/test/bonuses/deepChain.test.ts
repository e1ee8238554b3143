/** A chain of accounts, each invited by the account above: the closed epochs are right, and no sum goes up the chain. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOBODY } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import type { Hex } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { Story, storyRuleset } from '../../../packages/protocol/test/rewards/story.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'

const DEPTH = 20_000
const EPOCH = 60
const FIRST_EPOCH = 1_000
/** This account is bound late to the account above it. All accounts below it are bound with it. */
const LATE = 12_345

let tables: BonusTables

beforeAll(async () => {
  tables = await startBonusTables()
}, 120_000)
afterAll(() => tables?.stop())

function address(index: number): Hex {
  return `0x${(index + 1).toString(16).padStart(40, '0')}`
}

function stakeOf(index: number): bigint {
  return 100n + BigInt(index % 7)
}

/** @returns the power: a wei of weight counts as one and a half, rounded down */
function powerOf(weight: bigint): bigint {
  return (weight * 15_000n) / 10_000n
}

/** The accounts that hold a live pass, by the second since the first epoch began. */
const HOLDERS: Record<number, number[]> = {
  0: [],
  5: [0, 3_000, 9_999, LATE, 15_000],
  62: [0, 3_000, 9_999, LATE, 15_000, 19_998],
  // The pass of 3 000 is sent to 4 000. The pass of 15 000 begins to unbond, and stops.
  70: [0, 4_000, 9_999, LATE, 15_000, 19_998],
  75: [0, 4_000, 9_999, LATE, 19_998],
  90: [0, 4_000, 9_999, LATE, 15_000, 19_998],
  // The pass of 9 999 is burned.
  110: [0, 4_000, LATE, 15_000, 19_998],
}
const WEIGHTS: [second: number, index: number, more: bigint][] = [
  [65, DEPTH - 1, 1_000n],
  [66, 4_001, 77n],
  [80, DEPTH - 1, -900n],
  [80, 0, 5n],
  [100, LATE, 13n],
]
const BOUND_AT = 85

function story() {
  const told = new Story('a deep chain', [storyRuleset(['node'])]).at(0)
  for (let index = 0; index < DEPTH; index += 1)
    told.stake(address(index), {
      amount: stakeOf(index),
      inviter: index === 0 || index === LATE ? NOBODY : address(index - 1),
    })
  told.at(5)
  for (const [id, index] of HOLDERS[5]!.entries()) told.pass(BigInt(id + 1), NOBODY, address(index))
  told
    .at(62)
    .pass(9n, NOBODY, address(19_998))
    .at(65)
    .stake(address(DEPTH - 1), { amount: 1_000n })
    .at(66)
    .stake(address(4_001), { amount: 77n })
    .at(70)
    .pass(2n, address(3_000), address(4_000))
    .at(75)
    .startUnbonding(5n)
    .at(80)
    .unstake(address(DEPTH - 1), 1n, 900n)
    .stake(address(0), { amount: 5n })
    .at(BOUND_AT)
    .nameInviter(address(LATE), address(LATE - 1))
    .at(90)
    .cancelUnbonding(5n)
    .at(100)
    .stake(address(LATE), { amount: 13n })
    .at(110)
    .pass(3n, address(9_999), NOBODY)
    .at(120)
  return told.world()
}

/** Every second, down the chain: an account's power counts for the nearest holder above it. */
function pointsOf(epoch: number): [Hex, bigint][] {
  const points = new Map<number, bigint>()
  const begin = (epoch - FIRST_EPOCH) * EPOCH
  for (let second = begin; second < begin + EPOCH; second += 1) {
    const since = Math.max(
      ...Object.keys(HOLDERS)
        .map(Number)
        .filter((at) => at <= second),
    )
    const holders = new Set(HOLDERS[since])
    let nearest: number | null = null
    for (let index = 0; index < DEPTH; index += 1) {
      if (index === LATE && second < BOUND_AT) nearest = null
      if (nearest !== null) {
        const more = WEIGHTS.filter(([at, account]) => account === index && at <= second)
        const weight = more.reduce((sum, [, , by]) => sum + by, stakeOf(index))
        points.set(nearest, (points.get(nearest) ?? 0n) + powerOf(weight))
      }
      if (holders.has(index)) nearest = index
    }
  }
  return [...points].sort(([a], [b]) => a - b).map(([index, sum]) => [address(index), sum])
}

it(`closes epochs over a chain ${DEPTH} deep with the result of a count second by second, and writes no totals`, async () => {
  await tables.empty({ hashes: true })
  await tables.index(story(), () => 5)
  for (const epoch of [FIRST_EPOCH, FIRST_EPOCH + 1]) {
    const rows = await tables.sql<{ address: Hex; points: bigint }[]>`
      select address, points from galx.epoch_rows join galx.accounts on id = account_id where epoch = ${epoch} order by address`
    expect(
      rows.map(({ address: holder, points }) => [holder, points]),
      `epoch ${epoch}`,
    ).toEqual(pointsOf(epoch))
  }
  const [totals] = await tables.sql`
    select (select count(*) from galx.account_totals) as written, (select block_number from galx.totals_standing) as standing,
      (select count(*) > 0 from galx.team_changes) as waiting`
  expect(totals).toEqual({ written: 0, standing: null, waiting: true })
}, 300_000)
