import { encodeFunctionResult, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  compareChecksum,
  describeDifference,
  figures,
  type Expected,
  type Figure,
  type Found,
} from '../src/checksum.ts'
import { aggregate3Abi } from '../src/multicall3.ts'
import { checksumReads, readFigures } from '../src/checksumReads.ts'
import { parseDeployment } from '../src/deployment.ts'
import { deploymentWith } from './paperDeployment.ts'
import { storyRuleset } from './rewards/story.ts'

const ACCOUNT = '0x00000000000000000000000000000000000000aa'
const OTHER = '0x00000000000000000000000000000000000000bb'

/** One figure of every kind, each with a different value. */
const FIGURES: Figure<Found>[] = [
  ...figures.pools(1n),
  ...figures.pool('galx', {
    totalWeight: 2n,
    rewardRate: 3n,
    rewardEnd: 4n,
    lastUpdate: 5n,
    stakingPausedUntil: 6n,
  }),
  ...figures.pool('btc', {
    totalWeight: 7n,
    rewardRate: 8n,
    rewardEnd: 9n,
    lastUpdate: 10n,
    stakingPausedUntil: 11n,
  }),
  ...figures.vaultSupply(12n),
  ...figures.vault({ totalAssets: 13n, rewardRate: 14n, rewardEnd: 15n, unvested: 16n }),
  ...figures.programs(17n),
  ...figures.program('node', { budgetPerEpoch: 18n, funded: 19n, vested: 20n, paid: 21n }),
  ...figures.passSupply(22n),
  ...figures.bonds(23n),
  ...figures.pass<Found>(1n, ACCOUNT, 24n),
  ...figures.fund(25n),
  ...figures.rulesets(26n),
  ...figures.ruleset<Found>(0, '0x27', 28n),
  ...figures.epoch<Found>(9, '0x29', 30n),
  ...[ACCOUNT, OTHER].flatMap((account, index) => {
    const from = BigInt(100 * (index + 1))
    return [
      ...figures.stake(account as Hex, 'galx', {
        weight: from,
        positions: from + 1n,
        gifts: from + 2n,
        earned: from + 3n,
      }),
      ...figures.position(account as Hex, 'galx', 0n, {
        amount: from + 4n,
        pairAmount: from + 5n,
        tier: from + 6n,
        unlockAt: from + 7n,
      }),
      ...figures.position(account as Hex, 'galx', 1n << 32n, {
        amount: from + 8n,
        pairAmount: from + 9n,
        tier: from + 10n,
        unlockAt: from + 11n,
      }),
      ...figures.shares(account as Hex, from + 12n),
      ...figures.level(account as Hex, from + 13n, from + 16n),
      ...figures.passesOf(account as Hex, from + 14n),
      ...figures.drawn(account as Hex, 'node', from + 15n),
    ]
  }),
]

describe('the comparison', () => {
  it('finds no difference between equal figures in any order', () => {
    expect(compareChecksum(FIGURES, FIGURES.toReversed())).toEqual([])
  })

  it('reports two differences if a figure is exchanged with the next figure', () => {
    for (const [index, figure] of FIGURES.entries()) {
      const next = FIGURES[index + 1]
      if (next === undefined) continue
      const exchanged = FIGURES.with(index, { ...figure, value: next.value }).with(index + 1, {
        ...next,
        value: figure.value,
      })
      expect(compareChecksum(FIGURES, exchanged).map(({ figure: name }) => name)).toEqual([
        figure.figure,
        next.figure,
      ])
    }
  })

  it('reports a figure that only one side has', () => {
    for (const [index, { contract, account, figure, value }] of FIGURES.entries()) {
      const others = FIGURES.toSpliced(index, 1)
      const named = { contract, account, figure }
      expect(compareChecksum(FIGURES, others)).toEqual([{ ...named, expected: String(value), found: 'none' }])
      expect(compareChecksum(others, FIGURES)).toEqual([{ ...named, expected: 'none', found: String(value) }])
    }
  })

  it('allows the rounding of a figure, and no more', () => {
    const expected = figures.shares<Expected>(ACCOUNT, { value: 100n, within: 2n })
    for (const found of [98n, 100n, 102n])
      expect(compareChecksum(expected, figures.shares(ACCOUNT, found))).toEqual([])
    for (const found of [97n, 103n])
      expect(compareChecksum(expected, figures.shares(ACCOUNT, found))).toHaveLength(1)
  })

  it('allows a larger balance, but not a smaller one', () => {
    const expected = figures.bonds<Expected>({ value: 100n, orMore: true })
    for (const found of [100n, 101n]) expect(compareChecksum(expected, figures.bonds(found))).toEqual([])
    expect(compareChecksum(expected, figures.bonds(99n))).toHaveLength(1)
  })

  it('does not compare an uncomputed figure, and compares all others', () => {
    const expected = [...figures.shares<Expected>(ACCOUNT, 'unknown'), ...figures.shares<Expected>(OTHER, 1n)]
    expect(compareChecksum(expected, [...figures.shares(ACCOUNT, 7n), ...figures.shares(OTHER, 2n)])).toEqual(
      [{ contract: 'ZnVault', account: OTHER, figure: 'shares', expected: '1', found: '2' }],
    )
  })

  it('describes contract, figure, account and both values', () => {
    const [first] = compareChecksum(figures.shares(ACCOUNT, 1n), figures.shares(ACCOUNT, 2n))
    expect(describeDifference(first!)).toBe(
      `ZnVault: shares of ${ACCOUNT} is 1 by the logs and 2 by the contract`,
    )
    const [second] = compareChecksum(figures.fund(1n), figures.fund(2n))
    expect(describeDifference(second!)).toBe('AaaFund: balance is 1 by the logs and 2 by the contract')
  })
})

const deployment = parseDeployment(deploymentWith({}, storyRuleset(['galx', 'btc'])))
const WORD: Hex = `0x${'00'.repeat(31)}05`

/** @param results of the views, after the number of the block */
function answerOf(...results: { success: boolean; returnData: Hex }[]): Hex {
  return encodeFunctionResult({
    abi: aggregate3Abi,
    functionName: 'aggregate3',
    result: [{ success: true, returnData: `0x${'00'.repeat(31)}07` }, ...results],
  })
}

describe('the answer of a node', () => {
  const reads = checksumReads(deployment, { accounts: [], passes: [3n], epochs: [], ruleset: null })
  const pools = reads.slice(0, 1)
  const pass = reads.filter(({ mayFail }) => mayFail)

  it('is refused if it has fewer results than requested', () => {
    expect(() => readFigures(reads, answerOf(), 7)).toThrow('0 results')
  })

  it('is refused if it belongs to another block', () => {
    expect(() => readFigures(pools, answerOf({ success: true, returnData: WORD }), 8)).toThrow(
      'block 7 was read instead of block 8',
    )
  })

  it('is refused if an existing view is refused, and accepted if a pass does not exist', () => {
    expect(readFigures(pools, answerOf({ success: true, returnData: WORD }), 7)).toEqual(figures.pools(5n))
    expect(() => readFigures(pools, answerOf({ success: false, returnData: '0x' }), 7)).toThrow(
      'poolCount was refused',
    )
    expect(() => readFigures(pools, answerOf({ success: true, returnData: '0x' }), 7)).toThrow()
    expect(readFigures(pass, answerOf({ success: false, returnData: '0x' }), 7)).toEqual(
      figures.pass(3n, null, null),
    )
  })
})
