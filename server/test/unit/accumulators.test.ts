/** Members' points as events fold, beside a sum over every second; cut into batches at any place. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applySteps, type Step, type StoredAccumulator } from '../../src/bonuses/accumulators.ts'
import { pointsRate } from '../../src/bonuses/rules.ts'

const ACCOUNTS = 5
const DURATION = 20
const START = 3 * DURATION
/** galx counts both pools; btc the first; zn the vault. */
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
/** With the number of the batch that each event falls into. */
const lives = fc.array(fc.tuple(event, fc.boolean()), { maxLength: 30 })

function sumOf(weights: ReadonlyMap<string, bigint>, of: number, program: keyof typeof COUNTS): bigint {
  return COUNTS[program].reduce((sum, pool) => sum + (weights.get(`${of}:${pool}`) ?? 0n), 0n)
}

/** Events that can happen: nobody is bound twice, or to itself or a descendant. */
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
  /** as it was when the batch began */
  let before = { weights: new Map(weights), inviters: new Map(inviters) }
  let stored: StoredAccumulator[] = []
  let steps: Step[] = []
  const naive = new Map<string, bigint>()
  let at = START
  const flush = () => {
    const changed = applySteps(
      {
        duration: DURATION,
        programs: PROGRAMS,
        programsOf: (pool) =>
          PROGRAMS.filter((program) => (COUNTS[program] as readonly unknown[]).includes(pool)),
        inviterOf: (id) => before.inviters.get(id) ?? null,
        hadMembers: (id) => [...before.inviters.values()].includes(id),
        weights: [...before.weights]
          .map(([key, weight]) => {
            const [id, pool] = key.split(':')
            return { accountId: Number(id), poolId: pool === 'null' ? null : Number(pool), weight }
          })
          .filter(({ accountId }) =>
            steps.some(
              (step) =>
                'inviterId' in step &&
                (step.accountId === accountId ||
                  (step.inviterId === accountId && ![...before.inviters.values()].includes(accountId))),
            ),
          ),
        accumulators: stored,
      },
      steps,
    )
    const keys = new Set(changed.map(({ accountId, programKey }) => `${accountId}:${programKey}`))
    stored = [...stored.filter((row) => !keys.has(`${row.accountId}:${row.programKey}`)), ...changed]
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
      steps.push({ accountId: one.account, inviterId: one.inviter, at })
      inviters.set(one.account, one.inviter)
    } else {
      const key = `${one.account}:${one.pool}`
      steps.push({
        accountId: one.account,
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
  // What the closing does with each row.
  const ours = new Map(
    stored
      .map((row) => {
        const seconds = at - Math.max(row.at, start)
        const earned = (row.at >= start ? row.points : 0n) + pointsRate(row) * BigInt(seconds)
        return [`${row.accountId}:${row.programKey}`, earned] as const
      })
      .filter(([, points]) => points > 0n),
  )
  return { ours, naive, stored, weights, inviters }
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

test('each row holds the members’ and the own weight, and nobody without members has one', () => {
  fc.assert(
    fc.property(lives, (events) => {
      const { stored, weights, inviters } = follow(possible(events))
      for (const { accountId, programKey, members, own } of stored) {
        const program = programKey as keyof typeof COUNTS
        const direct = [...inviters].filter(([, above]) => above === accountId).map(([member]) => member)
        expect(direct.length).toBeGreaterThan(0)
        expect(own).toBe(sumOf(weights, accountId, program))
        expect(members).toBe(direct.reduce((sum, member) => sum + sumOf(weights, member, program), 0n))
      }
    }),
  )
})
