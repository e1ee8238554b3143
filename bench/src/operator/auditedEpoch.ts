/**
 * An epoch with many changes of weights, shares, passes and inviters. There is one account for five changes. Half of the accounts form one line, in
 * which each account invited the next account. The same number of changes gives the same events in every process.
 */
import { zeroAddress, type Address } from 'viem'
import type { Ruleset } from '@galx/protocol/rulesets'
import type { AuditEvent } from '@galx/operator/audit/events'

/** One account in this many holds a node pass. */
const PASS_EVERY = 100
export const DAY = 86_400
export const EPOCH = 20_000

const POOLS = [1n, 2n, 3n, 4n, 5n, 6n] as const
export const RULESET: Ruleset = {
  number: 1,
  firstEpoch: BigInt(EPOCH),
  programs: [
    { key: 'galx', id: 11n, rule: 'members', pools: [1n, 2n], vault: false },
    { key: 'btc', id: 12n, rule: 'members', pools: [3n], vault: false },
    { key: 'promotion', id: 13n, rule: 'promotion', pools: [], vault: false },
    { key: 'mcm', id: 14n, rule: 'members', pools: [4n], vault: false },
    { key: 'node', id: 15n, rule: 'node', pools: [], vault: false },
    { key: 'mcf', id: 16n, rule: 'members', pools: [5n], vault: false },
    { key: 'zn', id: 17n, rule: 'members', pools: [], vault: true },
    { key: 'aaa', id: 18n, rule: 'members', pools: [6n], vault: false },
  ],
  power: POOLS.map((pool) => ({ pool, coefficient: 2_500n * pool })),
  vaultCoefficient: 10_000n,
  qualifying: POOLS.map((pool) => ({ pool, amount: 10n ** 19n })),
  ladder: [
    { members: 1, amount: 2n * 10n ** 18n },
    { members: 5, amount: 10n ** 19n },
  ],
}
export const CHAIN_ID = 56
export const AUDITED_CONTRACTS = {
  StakingPools: contract(1),
  ZnVault: contract(2),
  NodePass: contract(3),
  RewardVouchers: contract(4),
  EpochLog: contract(5),
}
function contract(number: number): Address {
  return `0x${number.toString().repeat(40)}`
}
const PLACE = { block: 1n, logIndex: 0 }

export type AuditedEpoch = {
  /** the events before the epoch, all in the same second */
  preparation(): Generator<AuditEvent>
  /** the events of the epoch, spread over its seconds, after the preparation */
  changes(): Generator<AuditEvent>
}

/** @param count number of changes in the epoch */
export function auditedEpoch(count: number): AuditedEpoch {
  const accounts = Math.max(10, count / 5)
  let seed = 1

  /** A whole number below `limit`, the same sequence in every run (Numerical Recipes' generator). */
  function below(limit: number): number {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * limit)
  }

  function accountOf(index: number): Address {
    // The factor spreads the addresses over all parts of an epoch's file.
    return `0x${(Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}${index.toString(16).padStart(32, '0')}`
  }

  function amount(): bigint {
    return BigInt(1 + below(1_000_000)) * 10n ** 15n
  }

  /** In the first half each account invites the next account. In the second half the inviters are random earlier accounts. */
  function inviterOf(index: number): Address {
    if (index === 0) return zeroAddress
    return accountOf(index < accounts / 2 ? index - 1 : below(index))
  }

  function stake(index: number, time: number, position: bigint): AuditEvent {
    const held = amount()
    return {
      ...PLACE,
      kind: 'staked',
      time,
      pool: POOLS[index % POOLS.length]!,
      account: accountOf(index),
      position,
      amount: held,
      weight: held,
      inviter: inviterOf(index),
    }
  }

  /** About half of the changes change a weight. The others move shares, start or cancel the unbonding of a pass, or add an account. */
  function change(number: number, time: number): AuditEvent {
    const account = accountOf(below(accounts))
    if (number % 100 === 0) return stake(accounts + number / 100, time, 0n)
    if (number % 100 === 1) return { ...PLACE, kind: 'unbondingStarted', time, id: nextPass(number) }
    if (number % 100 === 2) return { ...PLACE, kind: 'unbondingCancelled', time, id: nextPass(number - 1) }
    if (number % 2 === 0)
      return {
        ...PLACE,
        kind: 'sharesMoved',
        time,
        from: zeroAddress,
        to: account,
        amount: amount() * 10n ** 12n,
      }
    return {
      ...PLACE,
      kind: 'boostSynced',
      time,
      pool: POOLS[below(POOLS.length)]!,
      account,
      weight: amount(),
    }
  }

  /** Each pass in turn. */
  function nextPass(number: number): bigint {
    return BigInt(1 + (Math.floor(number / 100) % Math.floor(accounts / PASS_EVERY)))
  }

  return {
    *preparation() {
      const time = (EPOCH - 1) * DAY
      for (const { id } of RULESET.programs) {
        const start = BigInt(EPOCH * DAY)
        yield { ...PLACE, kind: 'programCreated', time, program: id, budgetPerEpoch: 10n ** 21n, start }
        yield { ...PLACE, kind: 'funded', time, program: id, amount: 10n ** 24n }
      }
      for (let index = 0; index < accounts; index++) yield stake(index, time, 0n)
      for (let pass = 0; pass < Math.floor(accounts / PASS_EVERY); pass++)
        yield {
          ...PLACE,
          kind: 'passMoved',
          time,
          from: zeroAddress,
          id: BigInt(pass + 1),
          to: accountOf(pass * PASS_EVERY),
        }
    },
    *changes() {
      for (let number = 0; number < count; number++)
        yield change(number, EPOCH * DAY + Math.floor((number / count) * DAY))
    },
  }
}
