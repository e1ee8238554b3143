import type { BonusesData, BonusOfProgram } from '@galx/protocol/http/bonuses'
import { describe, expect, it } from 'vitest'
import type { DrawnBonuses } from '../../src/bonuses/bonusChain.ts'
import { bonusesIntent, withBonusesIntent } from '../../src/bonuses/claimIntents.ts'
import { claimsOf, type Claim } from '../../src/bonuses/claimModel.ts'
import { epochsToGo, livePart, shownMembers } from '../../src/bonuses/historyModel.ts'
import { byProgress, stepsOf } from '../../src/bonuses/promotionModel.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { ACCOUNT, config } from '../staking/fixtures.ts'

const SIGNER = `0x${'5'.repeat(40)}` as const
const CO_SIGNER = `0x${'6'.repeat(40)}` as const
const SIGNED = {
  signersNonce: 3,
  signature: `0x${'1'.repeat(64)}${'2'.repeat(64)}1b`,
  coSignature: `0x${'4'.repeat(64)}${'5'.repeat(64)}1c`,
}
const NOW = 1_000
const LADDER = [
  { members: 1, amount: '2' },
  { members: 5, amount: '10' },
  { members: 10, amount: '20' },
]

function granted(change: Partial<BonusOfProgram> = {}): BonusesData {
  const voucher = { cumulative: '100', deadline: NOW + 1, ...SIGNED }
  const galx: BonusOfProgram = {
    program: 'galx',
    programId: '7',
    cumulative: '100',
    epoch: 3,
    voucher,
    ...change,
  }
  return { address: ACCOUNT, programs: [galx], settled: { epoch: 3, until: 240 }, late: null, asOf: null }
}
function chain(change: Partial<DrawnBonuses> = {}): DrawnBonuses {
  return {
    drawn: { galx: 40n },
    available: { galx: 1_000n },
    pausedUntil: 0,
    signer: SIGNER,
    coSigner: CO_SIGNER,
    signersNonce: 3,
    ...change,
  }
}
function claim(data = granted(), drawn = chain()): Claim {
  const found = claimsOf(data, drawn, NOW).galx
  if (found === undefined) throw new Error('there is no claim')
  return found
}

describe('the claimable amount', () => {
  it('is the granted amount less the amount that the contract calls drawn', () => {
    expect(claim()).toMatchObject({ open: 60n, payable: 60n, obstacle: null, token: 'GALX' })
    expect(claim().voucher).toMatchObject({
      program: 7n,
      account: ACCOUNT,
      cumulative: 100n,
      signersNonce: 3n,
    })
    expect(claim().voucher).toMatchObject({
      signature: { r: `0x${'1'.repeat(64)}`, vs: `0x${'2'.repeat(64)}` },
      coSignature: { r: `0x${'4'.repeat(64)}`, vs: `0xd${'5'.repeat(63)}` },
    })
  })

  it('is never below 0, even if more was drawn than granted', () => {
    expect(claim(granted(), chain({ drawn: { galx: 101n } }))).toMatchObject({
      open: 0n,
      payable: 0n,
      voucher: null,
      obstacle: null,
    })
  })

  it('is the signed amount: the amount of a later epoch waits for its voucher', () => {
    expect(claim(granted({ cumulative: '130' }))).toMatchObject({ open: 90n, payable: 60n, obstacle: null })
    expect(claim(granted({ voucher: null }))).toMatchObject({ open: 60n, payable: 0n, obstacle: 'unsigned' })
  })

  it('is the signed amount even if the server does not know the granted amount; the open amount is then unknown', () => {
    expect(claim(granted({ cumulative: null }))).toMatchObject({ open: null, payable: 60n, obstacle: null })
    expect(claim(granted({ cumulative: null, voucher: null }))).toMatchObject({
      open: null,
      payable: 0n,
      obstacle: null,
    })
  })

  it('is nothing while claims are paused, a signer is off, the voucher has expired or the budget is too small', () => {
    expect(claim(granted(), chain({ pausedUntil: NOW + 1 })).obstacle).toBe('paused')
    expect(claim(granted(), chain({ pausedUntil: NOW })).obstacle).toBeNull()
    expect(claim(granted(), chain({ signer: null }))).toMatchObject({ payable: 0n, obstacle: 'signerOff' })
    expect(claim(granted(), chain({ coSigner: null }))).toMatchObject({ payable: 0n, obstacle: 'signerOff' })
    const voucher = { cumulative: '100', deadline: NOW - 1, ...SIGNED }
    expect(claim(granted({ voucher })).obstacle).toBe('expired')
    expect(claim(granted(), chain({ available: { galx: 59n } })).obstacle).toBe('budget')
    expect(claim(granted(), chain({ available: { galx: 60n } })).obstacle).toBeNull()
  })
})

describe('a voucher that was signed before a signer was named', () => {
  it('is outdated, and pays nothing', () => {
    for (const signersNonce of [2, 4])
      expect(claim(granted(), chain({ signersNonce }))).toMatchObject({
        open: 60n,
        payable: 0n,
        voucher: null,
        obstacle: 'outdated',
      })
  })

  it('has the same verdict as a signature of an impossible form', () => {
    for (const signature of [`0x${'1'.repeat(64)}${'f'.repeat(64)}1b`, `0x${'1'.repeat(128)}07`, '0x12']) {
      for (const key of ['signature', 'coSignature']) {
        const voucher = { cumulative: '100', deadline: NOW + 1, ...SIGNED, [key]: signature }
        expect(claim(granted({ voucher }))).toMatchObject({
          payable: 0n,
          voucher: null,
          obstacle: 'outdated',
        })
      }
    }
  })
})

describe('the transactions', () => {
  it('claim base rewards and bonuses at once, and bonuses alone', async () => {
    useConfigStore.setState({ state: { status: 'ready', config } })
    const vouchers = [claim().voucher]
    expect(await withBonusesIntent(['galx'], ['GALX'], [claim()]).prepare(ACCOUNT)).toEqual({
      call: { name: 'claimWithBonuses', account: ACCOUNT, pools: ['galx'], vouchers },
      spends: [],
    })
    expect(await bonusesIntent([claim()]).prepare(ACCOUNT)).toEqual({
      call: { name: 'claimBonuses', vouchers },
      spends: [],
    })
    expect(withBonusesIntent(['galx'], ['GALX'], [claim()]).describe()).toEqual({
      name: 'claimWithBonuses',
      values: ['GALX'],
    })
  })
})

describe('the calculation as it is drawn', () => {
  const segment = (from: number, to: number, weight: string) => ({ from, to, weight })
  const epoch = { from: 0, to: 60 }
  const calculation = {
    rule: 'members' as const,
    ownLatest: '10',
    memberCount: 2,
    own: [segment(0, 60, '10')],
    ownComplete: true,
    unlisted: 0,
    members: [
      { address: '0x1', since: 0, latest: '30', segments: [segment(30, 60, '30')] },
      { address: '0x2', since: 0, latest: '20', segments: [segment(0, 60, '20')] },
    ],
  }

  it('shows averages over the epoch, the greatest member first, and whether the limit was reached', () => {
    expect(shownMembers(calculation, 2_100n, epoch)).toEqual({
      sum: 35n,
      cap: 50n,
      capped: 'never',
      members: [
        { address: '0x2', average: 20n },
        { address: '0x1', average: 15n },
      ],
    })
    expect(shownMembers(calculation, 3_000n, epoch).capped).toBe('always')
    expect(shownMembers(calculation, 2_000n, epoch).capped).toBe('partly')
  })

  it('leaves out figures for which not all members, or not all of the own hash power, are known', () => {
    const busy = { ...calculation, memberCount: 3, unlisted: 1 }
    expect(shownMembers(busy, 2_100n, epoch)).toMatchObject({ sum: null, cap: 50n, capped: null })
    expect(shownMembers(busy, 3_000n, epoch)).toMatchObject({ sum: null, cap: 50n, capped: 'always' })
    const cut = { ...calculation, own: [segment(30, 60, '10')], ownComplete: false }
    expect(shownMembers(cut, 2_100n, epoch)).toMatchObject({ sum: 35n, cap: null, capped: 'never' })
    expect(shownMembers(cut, 1_500n, epoch)).toMatchObject({ sum: 35n, cap: null, capped: null })
  })

  it('shows the part of an epoch in which a pass was live', () => {
    expect(livePart([{ from: 0, to: 15 }], epoch)).toBe(2_500n)
    expect(livePart([], epoch)).toBe(0n)
  })

  it('counts epochs until a member is qualified', () => {
    expect(epochsToGo(null, 600, 60)).toBeNull()
    expect(epochsToGo(600, 600, 60)).toBe(7)
    expect(epochsToGo(241, 600, 60)).toBe(2)
    expect(epochsToGo(0, 600, 60)).toBe(0)
  })
})

describe('the ladder', () => {
  it('has the steps reached and the next one', () => {
    expect(stepsOf(LADDER, 5).map(({ reached, next }) => [reached, next])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
    expect(stepsOf(LADDER, 12).some(({ next }) => next)).toBe(false)
  })

  it('has no step while the number of qualified members is unknown', () => {
    expect(stepsOf(LADDER, null).some(({ reached, next }) => reached || next)).toBe(false)
  })

  it('lists qualified members first, then the soonest, then those without a position', () => {
    const members = [
      { address: 'none', qualified: false, since: null },
      { address: 'late', qualified: false, since: 9 },
      { address: 'soon', qualified: false, since: 5 },
      { address: 'there', qualified: true, since: 7 },
    ]
    expect(byProgress(members).map(({ address }) => address)).toEqual(['there', 'soon', 'late', 'none'])
  })
})
