import { describe, expect, it } from 'vitest'
import {
  integral,
  membersPoints,
  promotionBonus,
  segmentFault,
  sharedBonus,
  type Segment,
} from '../../src/bonuses/check/points.ts'

const ME = `0x${'1'.repeat(40)}`
const OTHER = `0x${'2'.repeat(40)}`
const EPOCH = { from: 600, to: 660 }

function segment(from: number, to: number, weight: bigint): Segment {
  return { from, to, weight }
}

/** Second by second: slow, and too simple to be wrong. */
function everySecond(own: readonly Segment[], members: readonly (readonly Segment[])[]): bigint {
  const at = (segments: readonly Segment[], second: number) =>
    segments.reduce((sum, { from, to, weight }) => (from <= second && second < to ? sum + weight : sum), 0n)
  let points = 0n
  for (let second = EPOCH.from; second < EPOCH.to; second += 1) {
    const theirs = members.reduce((sum, segments) => sum + at(segments, second), 0n)
    const cap = 5n * at(own, second)
    points += theirs < cap ? theirs : cap
  }
  return points
}

describe('points of an inviter', () => {
  it('are the members’ weight over time while it is below five times the own weight', () => {
    expect(membersPoints([segment(600, 660, 10n)], [[segment(600, 660, 7n)], [segment(630, 660, 3n)]])).toBe(
      7n * 60n + 3n * 30n,
    )
  })

  it('are capped at five times the own weight at each moment, not on average', () => {
    // Own weight only in the first half: nothing counts in the second half, however large the weight was before.
    expect(membersPoints([segment(600, 630, 2n)], [[segment(600, 660, 100n)]])).toBe(10n * 30n)
  })

  it('equal a count second by second in a thousand random epochs', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const weights = (): Segment[] => {
      const cuts = [...new Set([600 + random(60), 600 + random(60), 600 + random(60), 660])].sort(
        (one, other) => one - other,
      )
      return cuts.slice(1).map((to, index) => segment(cuts[index] ?? 600, to, BigInt(random(50))))
    }
    for (let world = 0; world < 1_000; world += 1) {
      const own = weights()
      const members = Array.from({ length: random(6) }, weights)
      expect(membersPoints(own, members)).toBe(everySecond(own, members))
      expect(integral(own)).toBe(
        own.reduce((sum, { from, to, weight }) => sum + weight * BigInt(to - from), 0n),
      )
    }
  })
})

describe('impossible segments', () => {
  const own = [segment(600, 660, 1n)]
  const member = { address: OTHER, since: 600, segments: [segment(600, 660, 1n)] }

  it('belong to a member named twice or to the account itself, or lie outside the epoch or before the binding', () => {
    expect(segmentFault(ME, own, [member], EPOCH)).toBeNull()
    expect(segmentFault(ME, own, [member, member], EPOCH)).toBe('twice')
    expect(segmentFault(ME, own, [{ ...member, address: ME }], EPOCH)).toBe('self')
    expect(segmentFault(ME, own, [{ ...member, since: 601 }], EPOCH)).toBe('outside')
    expect(segmentFault(ME, [segment(599, 660, 1n)], [], EPOCH)).toBe('outside')
    expect(segmentFault(ME, [segment(600, 661, 1n)], [], EPOCH)).toBe('outside')
  })

  it('overlap or run backwards: a weight would count twice', () => {
    const twice = [segment(600, 640, 1n), segment(639, 660, 1n)]
    expect(segmentFault(ME, twice, [], EPOCH)).toBe('order')
    expect(segmentFault(ME, [segment(640, 640, 1n)], [], EPOCH)).toBe('order')
  })
})

describe('the granted amount', () => {
  it('is the share of the grantable amount, rounded down, and 0 if nobody has points', () => {
    expect(sharedBonus(100n, 1n, 3n)).toBe(33n)
    expect(sharedBonus(100n, 0n, 0n)).toBe(0n)
  })

  it('is the promotion’s whole debt while the budget suffices, else a part', () => {
    expect(promotionBonus(1_000n, 40n, 100n)).toBe(40n)
    expect(promotionBonus(50n, 40n, 100n)).toBe(20n)
    expect(promotionBonus(0n, 40n, 100n)).toBe(0n)
  })
})
