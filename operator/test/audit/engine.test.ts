import { describe, expect, it } from 'vitest'
import type { Address, Hex } from 'viem'
import type { Ruleset } from '@galx/protocol/rulesets'
import { Bindings, NONE } from '../../src/audit/bindings.ts'
import type { AuditEvent } from '../../src/audit/events.ts'
import { nodePoints, type NodeChange } from '../../src/audit/nodePoints.ts'
import { advanced, funded, newVesting } from '../../src/audit/vesting.ts'
import { World } from '../../src/audit/world.ts'

/** Account 0 is the inviter of 1, 1 of 2, and so on. */
const LINE = 100_000

function lineOf(changes: readonly NodeChange[], live: readonly number[] = []) {
  return nodePoints({
    start: 0,
    end: 10,
    count: LINE,
    live,
    changes,
    inviterOf: (account) => account - 1,
    power: new Map(Array.from({ length: LINE }, (_, account) => [account, 1n])),
  })
}

describe('node points of a line of 100 000 accounts', () => {
  it('count each account for the nearest pass above it, never for itself', () => {
    const points = lineOf([], [0, 60_000])
    expect(points).toEqual(
      new Map([
        [0, 60_000n * 10n],
        [60_000, 39_999n * 10n],
      ]),
    )
  })

  it('follow each pass, binding and power from the second of its change on', () => {
    const points = lineOf(
      [
        { time: 2, kind: 'live', account: 50_000, live: true },
        { time: 4, kind: 'power', account: 99_999, change: 7n },
        { time: 5, kind: 'bound', account: 50_001 },
        { time: 8, kind: 'live', account: 50_000, live: false },
      ],
      [0],
    )
    // Until second 5 account 50 001 has no inviter, so nobody counts it and its members. From second 8 on, they count for account 0 again.
    expect(points).toEqual(
      new Map([
        [0, 50_000n * 10n + (49_999n + 7n) * 2n],
        [50_000, (49_999n + 7n) * 3n],
      ]),
    )
  })

  it(
    'take no longer if every account holds a pass, and starts and ends its cool-down',
    { timeout: 60_000 },
    () => {
      const changes = Array.from({ length: 2 * LINE }, (_, index): NodeChange => {
        const live = index < LINE
        return { time: live ? 1 : 2, kind: 'live', account: index % LINE, live }
      })
      const points = lineOf(changes)
      // The last account has nobody below it; every other account counts the next account for one second.
      expect(points.size).toBe(LINE - 1)
      expect([...points.values()].every((earned) => earned === 1n)).toBe(true)
    },
  )
})

describe('bindings', () => {
  it('refuse a descendant and the account itself, and happen once, at the end of a long line and at its beginning', () => {
    const bindings = new Bindings()
    let bound = 0
    for (let account = 1; account < LINE; account++) if (bindings.bind(account, account - 1)) bound++
    expect(bound).toBe(LINE - 1)
    expect(bindings.bind(0, LINE - 1)).toBe(false)
    expect(bindings.bind(0, 0)).toBe(false)
    expect(bindings.bind(5, 0)).toBe(false)
    expect(bindings.bind(0, LINE)).toBe(true)
    expect(bindings.inviterOf(LINE)).toBe(NONE)
  })
})

describe('vesting', () => {
  it('lets a budget vest at each epoch’s end, then the rest, and lets nothing vest for epochs before the funding', () => {
    const program = newVesting(10n, 5n * 60n, 60n)
    expect(advanced(funded(program, 3n, 25n), 5n)).toMatchObject({ vested: 0n, unvested: 25n })
    const late = funded(program, 7n, 25n)
    expect([8n, 9n, 10n, 11n].map((epoch) => advanced(late, epoch).vested)).toEqual([10n, 20n, 25n, 25n])
    expect(advanced(funded(late, 9n, 4n), 10n)).toMatchObject({ vested: 29n, unvested: 0n })
  })
})

const HASH: Hex = `0x${'ee'.repeat(32)}`
function address(digit: number): Address {
  return `0x${String(digit).repeat(40)}`
}
const [ANN, BEN, CID] = [address(1), address(2), address(3)]
const NOBODY = address(0)
const RULESET: Ruleset = {
  number: 1,
  firstEpoch: 10n,
  power: [],
  vaultCoefficient: 0n,
  qualifying: [],
  ladder: [],
  programs: [{ key: 'mcm', id: 9n, rule: 'members', pools: [1n], vault: false }],
}

function smallWorld(): World {
  return new World({
    chainId: 56,
    genesisHash: HASH,
    epochDuration: 100n,
    rulesets: [RULESET],
    contracts: [ANN, ANN, ANN, ANN, ANN],
  })
}

function staked(time: number, account: Address, weight: bigint, inviter = NOBODY, position = 0n): AuditEvent {
  return {
    block: 1n,
    logIndex: 0,
    time,
    kind: 'staked',
    pool: 1n,
    account,
    position,
    amount: weight,
    weight,
    inviter,
  }
}

describe('an epoch of two people', () => {
  it('pays floor(grantable × points / Σ points), at most five times the own weight a second', () => {
    const world = smallWorld()
    const place = { block: 1n, logIndex: 0 }
    world.apply({
      ...place,
      time: 900,
      kind: 'programCreated',
      program: 9n,
      budgetPerEpoch: 1_000n,
      start: 1_000n,
    })
    world.apply({ ...place, time: 900, kind: 'funded', program: 9n, amount: 1_500n })
    world.apply(staked(950, ANN, 2n))
    world.apply(staked(1_010, BEN, 30n, ANN))
    world.apply(staked(1_040, CID, 3n, BEN))
    const { header, parts } = world.close({ first: null, last: { number: 7n, hash: HASH } })
    // Ann: min(30, 5 × 2) for 90 s. Ben: min(3, 150) for 60 s. 900 + 180 = 1080 points share 1000 wei.
    expect(parts.map(({ text }) => text)).toEqual([
      `GALX epoch part 1\nepoch 10\npart 11\n${ANN} mcm 900 833 833\n`,
      `GALX epoch part 1\nepoch 10\npart 22\n${BEN} mcm 180 166 166\n`,
    ])
    expect(header.split('\n').filter((line) => /^(program|first|last|previous|time)/.test(line))).toEqual([
      'time 1000 1100',
      'first -',
      `last 7 ${HASH}`,
      'previous -',
      'program mcm 9 1000 1080 999 999 2',
    ])
    // 500 of the 1500 vest at the next end; ungranted amounts are not carried over.
    expect(world.close({ first: null, last: null }).header).toContain('program mcm 9 500 1300 ')
  })

  it('grants less while an account has drawn more than its grants', () => {
    const world = smallWorld()
    const place = { block: 1n, logIndex: 0 }
    world.apply({
      ...place,
      time: 900,
      kind: 'programCreated',
      program: 9n,
      budgetPerEpoch: 1_000n,
      start: 1_000n,
    })
    world.apply({ ...place, time: 900, kind: 'funded', program: 9n, amount: 5_000n })
    world.apply(staked(950, ANN, 2n))
    world.apply(staked(1_010, BEN, 30n, ANN))
    world.close({ first: null, last: null })
    expect(
      world.apply({ ...place, time: 1_100, kind: 'claimed', program: 9n, account: ANN, amount: 1_000n }),
    ).toBe(0n)
    expect(
      world.apply({ ...place, time: 1_101, kind: 'claimed', program: 9n, account: CID, amount: 400n }),
    ).toBe(400n)
    expect(world.close({ first: null, last: null }).header).toContain('program mcm 9 600 1000 600 1600 1')
  })

  it('refuses logs that cannot follow each other, and logs of an epoch that is not open yet', () => {
    const world = smallWorld()
    const place = { block: 3n, logIndex: 4, time: 1_000 }
    expect(() => world.apply({ ...place, kind: 'sharesMoved', from: ANN, to: BEN, amount: 1n })).toThrow(
      'block 3, log 4: 1 shares leave an account that has 0: earlier logs are missing or wrong',
    )
    expect(() => world.apply({ ...place, kind: 'passMoved', from: ANN, to: BEN, id: 1n })).toThrow(
      'pass 1 moves from',
    )
    expect(() => world.apply({ ...place, kind: 'funded', program: 1n, amount: 1n })).toThrow('never created')
    expect(() =>
      world.apply({ ...place, kind: 'left', pool: 1n, account: ANN, position: 0n, amount: 1n, weight: 0n }),
    ).toThrow('not open')
    expect(() => world.apply(staked(1_100, ANN, 1n))).toThrow('after the end of epoch 10')
  })
})
