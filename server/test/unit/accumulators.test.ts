/** Members' points folded from events, compared with a sum over every second. Batches end anywhere. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applySteps, type Step, type AccountAccumulator } from '../../src/rewards/engine/accumulators.ts'
import { pointsRate } from '../../src/ledger/rules.ts'

const ACCOUNTS = 5
const DURATION = 20
const START = 3 * DURATION
/** The program galx counts both pools, btc counts the first pool, and zn counts the vault. */
const COUNTS = { galx: [1, 2], btc: [1], zn: [null] } as const
const PROGRAMS = Object.keys(COUNTS) as (keyof typeof COUNTS)[]

type Event = { wait: number } & (
  { account: number; pool: number | null; weight: bigint } | { account: number; inviter: number }
)

const account = fc.integer({ min: 1, max: ACCOUNTS })
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    wait: fc.integer({ min: 0, max: 4 }),
    account,
    pool: fc.constantFrom<(number | null)[]>(1, 2, null),
    weight: fc.bigInt({ min: 0n, max: 40n }),
  }),
  fc.record({ wait: fc.integer({ min: 0, max: 4 }), account, inviter: account }),
)
/** Events, each with a flag that is true if the event begins a new batch. */
const lives = fc.array(fc.tuple(event, fc.boolean()), { maxLength: 30 })

function sumOf(weights: ReadonlyMap<string, bigint>, of: number, program: keyof typeof COUNTS): bigint {
  return COUNTS[program].reduce((sum, pool) => sum + (weights.get(`${of}:${pool}`) ?? 0n), 0n)
}

/** Possible events: no account is bound twice, or to itself or a descendant. */
function possible(events: readonly (readonly [Event, boolean])[]) {
  const inviters = new Map<number, number>()
  return events.filter(([one]) => {
    if (!('inviter' in one)) return true
    if (inviters.has(one.account)) return false
    for (let at: number | undefined = one.inviter; at !== undefined; at = inviters.get(at))
      if (at === one.account) return false
    inviters.set(one.account, one.inviter)
    return true
  })
}

function follow(events: readonly (readonly [Event, boolean])[]) {
  const weights = new Map<string, bigint>()
  const inviters = new Map<number, number>()
  /** the state when the batch began */
  let before = { weights: new Map(weights), inviters: new Map(inviters) }
  let stored: AccountAccumulator<number>[] = []
  let steps: Step<number>[] = []
  const naive = new Map<string, bigint>()
  let at = START
  const flush = () => {
    const changed = applySteps(
      {
        duration: DURATION,
        bindings: steps.filter((step) => 'inviter' in step),
        programs: PROGRAMS,
        programsOf: (pool) =>
          PROGRAMS.filter((program) => (COUNTS[program] as readonly unknown[]).includes(pool)),
        inviterOf: (id) => before.inviters.get(id) ?? null,
        hadMembers: (id) => [...before.inviters.values()].includes(id),
        weights: [...before.weights]
          .map(([key, weight]) => {
            const [id, pool] = key.split(':')
            return { account: Number(id), poolId: pool === 'null' ? null : Number(pool), weight }
          })
          .filter(({ account }) =>
            steps.some(
              (step) =>
                'inviter' in step &&
                (step.account === account ||
                  (step.inviter === account && ![...before.inviters.values()].includes(account))),
            ),
          ),
        accumulators: stored,
      },
      steps,
    )
    const keys = new Set(changed.map(({ account, programKey }) => `${account}:${programKey}`))
    stored = [...stored.filter((row) => !keys.has(`${row.account}:${row.programKey}`)), ...changed]
    steps = []
    before = { weights: new Map(weights), inviters: new Map(inviters) }
  }
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1, at += 1) {
      if (at % DURATION === 0) naive.clear()
      for (let id = 1; id <= ACCOUNTS; id += 1)
        for (const program of PROGRAMS) {
          const members = [...inviters].filter(([, above]) => above === id).map(([member]) => member)
          const sum = members.reduce((total, member) => total + sumOf(weights, member, program), 0n)
          const own = sumOf(weights, id, program)
          const rate = sum < 5n * own ? sum : 5n * own
          if (rate > 0n) naive.set(`${id}:${program}`, (naive.get(`${id}:${program}`) ?? 0n) + rate)
        }
    }
  }
  for (const [one, cut] of events) {
    // A batch lies in one epoch.
    if (cut || Math.floor(at / DURATION) !== Math.floor((at + one.wait) / DURATION)) flush()
    pass(one.wait)
    if ('inviter' in one) {
      steps.push({ account: one.account, inviter: one.inviter, at })
      inviters.set(one.account, one.inviter)
    } else {
      const key = `${one.account}:${one.pool}`
      steps.push({
        account: one.account,
        poolId: one.pool,
        at,
        before: weights.get(key) ?? 0n,
        after: one.weight,
      })
      weights.set(key, one.weight)
    }
  }
  flush()
  pass(DURATION - (at % DURATION) - 1)
  const start = at - (at % DURATION)
  // This adds up each row's points like the closing does.
  const ours = new Map(
    stored
      .map((row) => {
        const seconds = at - Math.max(row.at, start)
        const earned = (row.at >= start ? row.points : 0n) + pointsRate(row) * BigInt(seconds)
        return [`${row.account}:${row.programKey}`, earned] as const
      })
      .filter(([, points]) => points > 0n),
  )
  return { ours, naive, stored: sortedRows(stored), weights, inviters }
}

function sortedRows(rows: readonly AccountAccumulator<number>[]): AccountAccumulator<number>[] {
  const keyOf = ({ account, programKey }: AccountAccumulator<number>) => `${account}:${programKey}`
  return [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

function sorted(points: ReadonlyMap<string, bigint>) {
  return [...points].sort(([one], [other]) => (one < other ? -1 : 1))
}

test('points are those of every second, whatever the batches', () => {
  fc.assert(
    fc.property(lives, (events) => {
      const { ours, naive } = follow(possible(events))
      expect(sorted(ours)).toEqual(sorted(naive))
    }),
    { numRuns: 400 },
  )
})

test('each row has the members’ and the own weight, and no account without members has a row', () => {
  fc.assert(
    fc.property(lives, (events) => {
      const { stored, weights, inviters } = follow(possible(events))
      for (const { account, programKey, members, own } of stored) {
        const program = programKey as keyof typeof COUNTS
        const direct = [...inviters].filter(([, above]) => above === account).map(([member]) => member)
        expect(direct.length).toBeGreaterThan(0)
        expect(own).toBe(sumOf(weights, account, program))
        expect(members).toBe(direct.reduce((sum, member) => sum + sumOf(weights, member, program), 0n))
      }
    }),
  )
})

/** False for a row that came and went within a second. Such a row changes nothing, and whether it is stored depends on the batches. */
function saysSomething({ members, own, points }: AccountAccumulator<number>): boolean {
  return members > 0n || own > 0n || points > 0n
}

test('rows with a meaning, and their times, do not depend on the ends of batches', () => {
  fc.assert(
    fc.property(lives, (events) => {
      const steps = possible(events)
      const rowsOf = (batches: typeof steps) => follow(batches).stored.filter(saysSomething)
      const cut = (where: boolean) => rowsOf(steps.map(([one]) => [one, where] as const))
      expect(rowsOf(steps)).toEqual(cut(true))
      expect(cut(false)).toEqual(cut(true))
    }),
    { numRuns: 400 },
  )
})

/** One program that counts pool 1. Only the named accounts have members or rows. */
function changedBy(
  steps: readonly Step<number>[],
  before: {
    inviters?: Record<number, number>
    weights?: Record<number, bigint>
    rows?: readonly (Omit<AccountAccumulator<number>, 'programKey'> & { programKey?: string })[]
  } = {},
): AccountAccumulator<number>[] {
  const { inviters = {}, weights = {}, rows = [] } = before
  return sortedRows(
    applySteps(
      {
        duration: DURATION,
        bindings: steps.filter((step) => 'inviter' in step),
        programs: ['galx'],
        programsOf: (pool) => (pool === 1 ? ['galx'] : []),
        inviterOf: (id) => inviters[id] ?? null,
        hadMembers: (id) => Object.values(inviters).includes(id),
        weights: Object.entries(weights).map(([id, weight]) => ({
          account: Number(id),
          poolId: 1,
          weight,
        })),
        accumulators: rows.map((row) => ({ programKey: 'galx', ...row })),
      },
      steps,
    ),
  )
}

function row(
  account: number,
  members: bigint,
  own: bigint,
  points: bigint,
  at: number,
): AccountAccumulator<number> {
  return { account, programKey: 'galx', members, own, points, at }
}

function weighs(account: number, at: number, before: bigint, after: bigint): Step<number> {
  return { account, poolId: 1, at, before, after }
}

test('a member’s wei from before the binding counts from the binding on', () => {
  const binding: Step<number> = { account: 2, inviter: 1, at: START + 3 }
  expect(changedBy([binding], { weights: { 1: 1n, 2: 1n } })).toEqual([row(1, 1n, 1n, 0n, START + 3)])
  // Members alone need a row, and own weight alone needs a row.
  expect(changedBy([binding], { weights: { 2: 1n } })).toEqual([row(1, 1n, 0n, 0n, START + 3)])
  expect(changedBy([binding], { weights: { 1: 1n } })).toEqual([row(1, 0n, 1n, 0n, START + 3)])
  expect(changedBy([binding], { weights: { 1: 0n, 2: 0n } })).toEqual([])
})

test('an inviter with members that is bound later has its own weight once', () => {
  const steps: Step<number>[] = [
    { account: 2, inviter: 1, at: START + 3 },
    { account: 3, inviter: 2, at: START + 4 },
  ]
  const before = {
    inviters: { 4: 2 },
    weights: { 1: 0n, 2: 10n, 3: 6n },
    rows: [row(2, 7n, 10n, 5n, START + 1)],
  }
  expect(changedBy(steps, before)).toEqual([
    row(1, 10n, 0n, 0n, START + 3),
    row(2, 13n, 10n, 5n + 7n * 3n, START + 4),
  ])
})

test('a member without weight changes no row of an inviter that had members', () => {
  const binding: Step<number> = { account: 3, inviter: 1, at: START + 3 }
  const rows = [row(1, 7n, 10n, 5n, START + 1)]
  expect(changedBy([binding], { inviters: { 2: 1 }, weights: { 3: 0n }, rows })).toEqual([])
})

test('a row of zeros is kept if it was stored or has points, and is never made otherwise', () => {
  const inviters = { 2: 1 }
  expect(changedBy([weighs(2, START + 2, 7n, 0n)], { inviters, rows: [row(1, 7n, 0n, 0n, START)] })).toEqual([
    row(1, 0n, 0n, 0n, START + 2),
  ])
  const through = [
    weighs(1, START, 0n, 4n),
    weighs(2, START, 0n, 1n),
    weighs(2, START + 1, 1n, 0n),
    weighs(1, START + 1, 4n, 0n),
  ]
  expect(changedBy(through, { inviters })).toEqual([row(1, 0n, 0n, 1n, START + 1)])
  const within = through.map((step) => ({ ...step, at: START }))
  expect(changedBy(within, { inviters })).toEqual([])
})

test('points of an earlier epoch are dropped, and the rate counts from the epoch’s first second', () => {
  const before = { inviters: { 2: 1 }, rows: [row(1, 7n, 10n, 5n, START - 1)] }
  expect(changedBy([weighs(2, START + 2, 7n, 8n)], before)).toEqual([row(1, 8n, 10n, 14n, START + 2)])
  expect(changedBy([weighs(2, START, 7n, 8n)], before)).toEqual([row(1, 8n, 10n, 0n, START)])
})
