import type { Held } from '@galx/protocol/consequences'
import { describe, expect, it } from 'vitest'
import { calendarFile } from '../../src/activity/dates/calendar.ts'
import {
  calendarDates,
  datesOf,
  LAST_DATE,
  nextDue,
  type KnownDates,
} from '../../src/activity/dates/model.ts'
import english from '../../src/activity/dates/texts.en.ts'
import { dueWords } from '../../src/activity/dates/words.ts'

const ONE = 10n ** 18n
const NOW = 1_800_000_000
const DAY = 86_400

const held: Held = {
  pools: [
    {
      key: 'galx',
      id: 1n,
      positions: [
        { amount: 120n * ONE, pairAmount: 0n, unlockAt: NOW + 9 * DAY },
        { amount: 3n * ONE, pairAmount: 0n, unlockAt: NOW - DAY },
        { amount: 4n * ONE, pairAmount: 0n, unlockAt: 0 },
      ],
    },
    { key: 'galxMcm', id: 2n, positions: [] },
  ],
  vault: { shares: 0n, totals: { assets: 0n, shares: 0n, rewardRate: 1n, rewardEnd: NOW + DAY, at: NOW } },
  bonuses: [{ program: 'galx', waiting: 7n * ONE }],
  tokens: { AAA: 1_000n * ONE, MCM: 0n, GALX: 0n },
  feeBps: 300,
}
const stream = { totalWeight: ONE, rewardRate: 1n, rewardEnd: NOW + 20 * DAY }
const known: KnownDates = {
  now: NOW,
  held,
  tokens: {
    galx: { stakeToken: 'GALX', pairToken: null },
    galxMcm: { stakeToken: 'GALX', pairToken: 'MCM' },
  },
  streams: { galx: stream, galxMcm: stream },
  passes: [
    { id: 7n, unbondingUntil: NOW + 2 * DAY },
    { id: 8n, unbondingUntil: 0 },
  ],
  bond: 10_000n * ONE,
  deadlines: [{ program: 'galx', deadline: NOW + 30 * DAY }],
  epochDuration: DAY,
  operations: [],
}

function change(target: string, name: string, values: Record<string, unknown>) {
  return {
    id: name,
    at: NOW + 3 * DAY,
    comparison: 'same' as const,
    unlisted: false,
    calls: [{ target, called: { name, values } }],
  }
}
function said(...operation: Parameters<typeof change>): string {
  const [due] = datesOf({ ...known, operations: [change(...operation)] }).filter(
    ({ kind }) => kind === 'change',
  )
  return dueWords(english, due!, known.tokens)[1]
}

describe('the dates of an account', () => {
  it('are every unlock, every budget with a stake, every cool-down and voucher, and the end of the epoch, earliest first', () => {
    expect(datesOf(known).map(({ kind, at }) => [kind, at])).toEqual([
      ['epoch', Math.ceil((NOW + 1) / DAY) * DAY],
      ['coolDown', NOW + 2 * DAY],
      ['unlock', NOW + 9 * DAY],
      ['budget', NOW + 20 * DAY],
      ['voucher', NOW + 30 * DAY],
    ])
  })

  it('include the vault’s budget for its holders, also within a second', () => {
    const totals = { ...held.vault.totals, assets: 9n * ONE, shares: 10n ** 30n }
    const holder = { ...held, vault: { shares: 10n ** 30n, totals } }
    const due = datesOf({ ...known, now: NOW + 54.0218, held: holder })
    expect(due.find(({ id }) => id === 'budget-zn')?.at).toBe(NOW + DAY)
  })

  it('on the first page are within a week, or belong to a change that affects the account', () => {
    expect(nextDue(datesOf(known), NOW)?.kind).toBe('coolDown')
    const later: KnownDates = { ...known, passes: [], held: { ...held, pools: [], bonuses: [] } }
    expect(nextDue(datesOf(later), NOW)).toBeUndefined()
    const quiet = [change('StakingPools', 'setGuardian', {})]
    expect(nextDue(datesOf({ ...later, operations: quiet }), NOW)).toBeUndefined()
    const doubtful = [{ ...quiet[0]!, comparison: 'other' as const }]
    expect(nextDue(datesOf({ ...later, operations: doubtful }), NOW)).toMatchObject({ comparison: 'other' })
    const loud = [change('ZnVault', 'pauseDeposits', {})]
    expect(nextDue(datesOf({ ...later, operations: loud }), NOW)?.kind).toBe('change')
  })
})

describe('an announced change in words', () => {
  it('has the account’s own amounts at the change’s date', () => {
    expect(said('StakingPools', 'pauseStaking', { pool: 1n })).toMatch(
      /pause for 7 days\. Your 127\.00 GALX can leave as before: 7\.00 GALX of it are unlocked by then/,
    )
    expect(said('StakingPools', 'pauseStaking', { pool: 2n })).toContain(english.words.noStake)
    expect(said('AAA', 'lowerFee', { feeRate_: 100 })).toBe(
      'Selling your 1,000.00 AAA costs 10.00 AAA instead of 30.00 AAA.',
    )
    expect(said('RewardVouchers', 'pause', {})).toContain('7.00 GALX')
    expect(said('Timelock', 'updateDelay', { newDelay: BigInt(4 * DAY) })).toContain('4 days')
  })

  it('says that it cannot describe an unknown call', () => {
    expect(said('StakingPools', 'sweep', {})).toBe(english.words.unknown)
    const [due] = datesOf({ ...known, operations: [{ ...change('AAA', 'x', {}), calls: null }] }).filter(
      ({ kind }) => kind === 'change',
    )
    expect(dueWords(english, due!, known.tokens)[1]).toBe(english.words.unknown)
  })
})

describe('the calendar file', () => {
  it('has the later dates, and of the announced changes only those that the timelock has confirmed', () => {
    const changes = (['same', 'other', 'unread'] as const).map((comparison) => ({
      ...change('StakingPools', 'pauseStaking', { pool: 1n }),
      id: comparison,
      comparison,
    }))
    const dates = datesOf({ ...known, operations: changes })
    const ids = calendarDates(dates, NOW).map(({ id }) => id)
    expect(dates.filter(({ kind }) => kind === 'change')).toHaveLength(3)
    expect(ids.filter((id) => /same|other|unread/.test(id))).toEqual([
      dates.find((due) => due.kind === 'change' && due.comparison === 'same')!.id,
    ])
    expect(ids.length).toBe(dates.length - 2)
    expect(calendarDates(dates, NOW + 400 * DAY)).toEqual([])
    expect(calendarDates([{ ...dates[0]!, at: LAST_DATE + 1 }], NOW)).toEqual([])
  })

  const text = `${'解锁，'.repeat(40)}a;b,c\\d\ne`
  const file = calendarFile([{ id: 'unlock-1', at: NOW, title: 'GALX', text }], NOW - 60, 'example.org')

  it('has lines of at most 75 octets that end as RFC 5545 requires, and divides no character', () => {
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    const lines = file.split('\r\n')
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect(file.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
  })

  it('unfolds to the original text, escaped', () => {
    const lines = file.replace(/\r\n /g, '').split('\r\n')
    expect(lines).toContain('UID:unlock-1@example.org')
    expect(lines).toContain('DTSTAMP:20270115T075900Z')
    expect(lines).toContain('DTSTART:20270115T080000Z')
    expect(lines).toContain(`DESCRIPTION:${'解锁，'.repeat(40)}a\\;b\\,c\\\\d\\ne`)
  })
})
