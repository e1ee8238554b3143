import { describe, expect, it } from 'vitest'
import { deviceOf } from '../../../src/pages/safe/device.ts'
import {
  dearestExit,
  drawableBySigners,
  factsOf,
  isUnlimited,
  justRead,
  mintable,
  verdictOf,
} from '../../../src/pages/safe/model.ts'
import { principalOf } from '../../../src/core/chain/poolDebts.ts'
import { reservesOf } from '../../../src/pages/safe/reserves.ts'
import { ACCOUNT, ONE, terms } from '../../staking/fixtures.ts'
import { codes, config, pool, safety, TIME } from './fixtures.ts'

const GOOD = { unchangeable: 'good', keys: 'good', exit: 'good', dependencies: 'good', funding: 'good' }
const { held } = safety()

function covers(change = {}) {
  return reservesOf(safety(change), config).map(({ holder, token, cover }) => `${holder} ${token} ${cover}`)
}

describe('reserves', () => {
  it('are compared by contract and token with all debts from the views', () => {
    expect(covers()).toEqual([
      'RewardVouchers USDT covered',
      'StakingPools MCM covered',
      'NodePass MCM covered',
      'StakingPools GALX covered',
      'ZnVault GALX covered',
    ])
    const galx = reservesOf(safety(), config).find(({ holder }) => holder === 'StakingPools')!
    expect(galx.principal).toEqual({ least: 100n * ONE, most: 100n * ONE })
  })

  it('below the debts by a wei are short', () => {
    const short = { ...held, ZnVault: { ...held.ZnVault, GALX: 520n * ONE - 1n } }
    expect(covers({ held: short })).toContain('ZnVault GALX short')
    expect(factsOf(safety({ held: short }), codes(), config)).toMatchObject({ exit: 'bad', funding: 'bad' })
    const vouchers = { ...held, RewardVouchers: { ...held.RewardVouchers, USDT: 80n * ONE - 1n } }
    expect(factsOf(safety({ held: vouchers }), codes(), config)).toMatchObject({
      exit: 'good',
      funding: 'bad',
    })
  })

  it('of several terms are known as a range, and no amount within the range counts as covered', () => {
    const mixed = pool({ tiers: terms.tiers, totalWeight: 300n * ONE, rewardRate: 0n })
    expect(principalOf(mixed)).toEqual({ least: 100n * ONE, most: 300n * ONE })
    const boosted = pool({ boostSource: ACCOUNT, totalWeight: 200n * ONE })
    expect(principalOf(boosted)).toEqual({ least: 100n * ONE, most: 200n * ONE })
    const of = (amount: bigint) => ({
      poolCount: 1,
      pools: [{ key: 'galx' as const, facts: mixed }],
      held: { ...held, StakingPools: { ...held.StakingPools, GALX: amount } },
    })
    expect(covers(of(300n * ONE))).toContain('StakingPools GALX covered')
    expect(covers(of(299n * ONE))).toContain('StakingPools GALX partly')
    expect(covers(of(99n * ONE))).toContain('StakingPools GALX short')
    expect(factsOf(safety(of(299n * ONE)), codes(), config).funding).toBe('attention')
  })

  it('of a contract that does not answer, or of an unknown pool, are never covered', () => {
    expect(covers({ vault: null })).toContain('ZnVault GALX unread')
    expect(covers({ programs: null })).toContain('RewardVouchers GALX unread')
    expect(covers({ passes: null })).toContain('NodePass MCM unread')
    expect(covers({ poolCount: 3 })).toContain('StakingPools GALX unread')
    expect(covers({ pools: [{ key: 'galx', facts: null }], poolCount: 1 })).toContain(
      'StakingPools GALX unread',
    )
    const silent = { ...held, NodePass: { ...held.NodePass, MCM: null } }
    expect(covers({ held: silent })).toContain('NodePass MCM unread')
    for (const change of [{ vault: null }, { passes: null }, { poolCount: 3 }])
      expect(factsOf(safety(change), codes(), config).funding).toBe('unknown')
  })
})

describe('the five facts', () => {
  it('are good if each fact was read and keeps its promise', () => {
    expect(factsOf(safety(), codes(), config)).toEqual(GOOD)
    expect(verdictOf(factsOf(safety(), codes(), config))).toEqual({ check: 'good', good: 5, open: 0 })
  })

  it('are unknown, and not good, without a fresh reading', () => {
    expect(verdictOf(factsOf(null, null, config))).toEqual({ check: 'unknown', good: 0, open: 5 })
    expect(justRead({ status: 'stale', value: 1, at: 1 })).toBeNull()
    expect(justRead({ status: 'fresh', value: 1, at: 1 })).toBe(1)
  })

  it('name a contract whose code differs, is missing, or was not read', () => {
    expect(factsOf(safety(), codes({ StakingPools: 'other' }), config)).toMatchObject({
      unchangeable: 'bad',
      exit: 'bad',
      keys: 'good',
    })
    expect(factsOf(safety(), codes({ EpochLog: 'none' }), config).unchangeable).toBe('bad')
    expect(factsOf(safety(), codes({ Timelock: 'unread' }), config)).toMatchObject({
      unchangeable: 'unknown',
      keys: 'unknown',
    })
    expect(factsOf(safety(), codes({ MCM: 'other' }), config).dependencies).toBe('bad')
    // We do not publish third-party contracts.
    expect(factsOf(safety(), codes({ SwapRouter: 'foreign' }), config).unchangeable).toBe('good')
  })

  it('name a power outside the timelock, and a timelock with too short a delay', () => {
    const keys = (change: Parameters<typeof safety>[0]) => factsOf(safety(change), codes(), config).keys
    const { owners, mints } = safety()
    const other = { owner: ACCOUNT, pending: `0x${'0'.repeat(40)}` } as const
    expect(keys({ owners: { ...owners, ZnVault: other } })).toBe('bad')
    expect(keys({ owners: { ...owners, ZnVault: { ...owners.ZnVault!, pending: ACCOUNT } } })).toBe(
      'attention',
    )
    expect(keys({ owners: { ...owners, ZnVault: null } })).toBe('unknown')
    expect(keys({ mints: { ...mints, MCM: { ...mints.MCM!, minter: ACCOUNT } } })).toBe('bad')
    expect(keys({ cfo: ACCOUNT })).toBe('bad')
    expect(keys({ minDelay: 60 })).toBe('attention')
    expect(keys({ minDelay: 0 })).toBe('bad')
    expect(keys({ minDelay: null })).toBe('unknown')
  })

  it('name a fee above the limit, a foreign boost source, foreign principal and a budget that has ended', () => {
    const of = (change: Parameters<typeof pool>[0]) => {
      const pools = [{ key: 'galx' as const, facts: pool(change) }]
      return factsOf(safety({ pools, poolCount: 1 }), codes(), config)
    }
    expect(of({ tiers: [{ multiplierBps: 10_000, penaltyBps: 2_001 }] }).exit).toBe('bad')
    expect(of({ boostSource: ACCOUNT }).dependencies).toBe('bad')
    expect(of({ boostSource: config.contracts.Levels }).dependencies).toBe('good')
    expect(of({ stakeToken: config.tokens.BTCB.address }).dependencies).toBe('bad')
    expect(of({ rewardEnd: TIME }).funding).toBe('attention')
  })

  it('give the worst loss in tokens from the chain', () => {
    expect(drawableBySigners(safety(), config)).toEqual([{ token: 'USDT', amount: 20n * ONE }])
    expect(mintable(safety())).toEqual([
      { token: 'MCM', amount: 600n * ONE },
      { token: 'GALX', amount: 900n * ONE },
    ])
    expect(dearestExit(safety())).toBe(0)
    expect(dearestExit(safety({ poolCount: null }))).toBeNull()
  })
})

describe('the text of a row', () => {
  it('calls an allowance above every possible balance unlimited', () => {
    expect(isUnlimited(2n ** 256n - 1n)).toBe(true)
    expect(isUnlimited(1_000_000_000n * ONE)).toBe(false)
  })

  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/128.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1 TokenPocket_iOS',
      'TokenPocket · iOS',
    ],
    ['curl/8', null],
    [null, null],
  ])('writes %s as %s', (agent, device) => expect(deviceOf(agent)).toBe(device))
})
