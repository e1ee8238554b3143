import { CONTRACT_NAMES, TOKEN_SYMBOLS } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { PoolFacts } from '../../../src/core/chain/poolDebts.ts'
import type { Codes, Safety } from '../../../src/pages/safe/readings.ts'
import { config as base, ONE, pair, single } from '../../staking/fixtures.ts'

const DAY = 86_400
export const TIME = 1_800_000_000
const NOBODY: HexString = `0x${'0'.repeat(40)}`

function address(number: number) {
  return `0x${number.toString(16).padStart(40, 'a')}` as const
}

/** Every contract and token at its own address. */
export const config: WebConfig = {
  ...base,
  contracts: Object.fromEntries(
    CONTRACT_NAMES.map((name, index) => [name, address(index + 1)]),
  ) as WebConfig['contracts'],
  tokens: Object.fromEntries(
    TOKEN_SYMBOLS.map((symbol, index) => [symbol, { address: address(index + 101), permit: false }]),
  ) as WebConfig['tokens'],
  pools: { galx: single, galxMcm: pair },
}
const { tokens, contracts } = config

export function pool(change: Partial<PoolFacts> = {}): PoolFacts {
  return {
    key: 'galx',
    stakeToken: tokens.GALX.address,
    pairToken: null,
    rewardToken: tokens.GALX.address,
    boostSource: null,
    pairRatio: 0n,
    tiers: [{ multiplierBps: 10_000, penaltyBps: 0 }],
    totalWeight: 1_000n * ONE,
    rewardRate: ONE / 1_000n,
    rewardEnd: TIME + 60 * DAY,
    undistributed: 0n,
    ...change,
  }
}

const pairPool = pool({
  key: 'galxMcm',
  pairToken: tokens.MCM.address,
  pairRatio: ONE,
  tiers: [{ multiplierBps: 15_000, penaltyBps: 0 }],
  totalWeight: 150n * ONE,
})

function each<T>(value: T) {
  return Object.fromEntries(TOKEN_SYMBOLS.map((symbol) => [symbol, value])) as Record<
    (typeof TOKEN_SYMBOLS)[number],
    T
  >
}

/** A deployment that keeps its promises: every contract holds more than it owes. */
export function safety(change: Partial<Safety> = {}): Safety {
  const owner = { owner: contracts.Timelock, pending: NOBODY }
  return {
    block: 4_918n,
    time: TIME,
    poolCount: 2,
    pools: [
      { key: 'galx', facts: pool() },
      { key: 'galxMcm', facts: pairPool },
    ],
    vault: { asset: tokens.GALX.address, assets: 500n * ONE, unvested: 20n * ONE, undistributed: 0n },
    programs: [{ token: tokens.USDT.address, funded: 90n * ONE, vested: 30n * ONE, paid: 10n * ONE }],
    passes: { bond: 10_000n * ONE, count: 2n },
    held: {
      StakingPools: each(50_000n * ONE),
      ZnVault: each(520n * ONE),
      NodePass: each(20_000n * ONE),
      RewardVouchers: each(80n * ONE),
    },
    owners: { StakingPools: owner, RewardVouchers: owner, ZnVault: owner, EpochLog: owner },
    guardians: { StakingPools: address(201), RewardVouchers: address(201), ZnVault: address(201) },
    signer: address(202),
    coSigner: address(204),
    signersNonce: 7n,
    publisher: address(203),
    cfo: contracts.Timelock,
    mints: {
      MCM: { minter: contracts.Timelock, cap: 1_000n * ONE, supply: 400n * ONE },
      GALX: { minter: contracts.Timelock, cap: 1_000n * ONE, supply: 100n * ONE },
    },
    minDelay: 2 * DAY,
    ...change,
  }
}

const FOREIGN = ['SwapFactory', 'SwapRouter', 'WrappedNative', 'Multicall3', 'USDT', 'BTCB']

/** All code as published, except for the names in `change`. */
export function codes(change: Partial<Record<string, Codes['list'][number]['state']>> = {}): Codes {
  const entries = [
    ...CONTRACT_NAMES.map((name) => ({ name, address: contracts[name] })),
    ...TOKEN_SYMBOLS.map((name) => ({ name, address: tokens[name].address })),
  ]
  return {
    block: 4_917n,
    list: entries.map((one) => ({
      ...one,
      state: change[one.name] ?? (FOREIGN.includes(one.name) ? 'foreign' : 'same'),
    })),
  }
}
