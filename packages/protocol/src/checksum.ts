/**
 * Checks logs against the contracts, like a checksum: the compared figures, and the comparison. `checksumReads.ts` reads the contracts' figures.
 * Pure. Amounts and weights are wei, vault shares are the vault's units, times are unix seconds.
 *
 * One missing, invented or changed log changes a figure: a pool's weight and stream, the vault's assets and shares, the funding and the payments of
 * programs, the passes, the fund's balance, the rulesets. An account's earnings depend on the pool's total weight and stream at
 * every moment since the account's last change, so they also reveal a fault that later logs have hidden.
 * No view returns inviters, names of passes, prices, or operations of the timelock. Only the comparison of several nodes checks their logs.
 */
import type { Address, Hex } from 'viem'
import type { PoolKey, ProgramKey } from './products.ts'

/** The first number of a gift: a position that another account opened for this account. */
export const FIRST_GIFT = 1n << 32n
/** A contract's answer; null: the contract refused the call, because the subject does not exist. */
export type Found = bigint | Hex | null
/**
 * A figure computed from logs. `within`: the contract's figure may differ by this many wei, because the contract rounds at other moments than
 * the computation. `orMore`: anybody can increase the contract's figure by a plain transfer. 'unknown': not computed, therefore not compared.
 */
export type Expected = Found | { value: bigint; within: bigint } | { value: bigint; orMore: true } | 'unknown'

/** The contract that has the figure, by its name in the deployment file. */
export type CheckedContract =
  'StakingPools' | 'ZnVault' | 'Levels' | 'NodePass' | 'AaaFund' | 'RewardVouchers' | 'EpochLog'
export type Figure<Value> = {
  contract: CheckedContract
  /** lowercase; null: a figure of the whole contract */
  account: Address | null
  /** such as `galx.totalWeight` */
  figure: string
  value: Value
}
export type Difference = Omit<Figure<never>, 'value'> & { expected: string; found: string }

export type Fields<Name extends string, Value> = Readonly<Record<Name, Value>>
export type PoolField = 'totalWeight' | 'rewardRate' | 'rewardEnd' | 'lastUpdate' | 'stakingPausedUntil'
export type VaultField = 'totalAssets' | 'rewardRate' | 'rewardEnd' | 'unvested'
export type ProgramField = 'budgetPerEpoch' | 'funded' | 'vested' | 'paid'
export type StakeField = 'weight' | 'positions' | 'gifts' | 'earned'
export type PositionField = 'amount' | 'pairAmount' | 'tier' | 'unlockAt'

/** The names of all figures, shared by the computation and the reads. */
export const figures = {
  /** @param count number of pools in the contract */
  pools: <V>(count: V): Figure<V>[] => list('StakingPools', null, '', { pools: count }),
  pool: <V>(pool: PoolKey, fields: Fields<PoolField, V>): Figure<V>[] =>
    list('StakingPools', null, `${pool}.`, pick(fields, POOL_FIELDS)),
  vault: <V>(fields: Fields<VaultField, V>): Figure<V>[] =>
    list('ZnVault', null, '', pick(fields, VAULT_FIELDS)),
  vaultSupply: <V>(totalSupply: V): Figure<V>[] => list('ZnVault', null, '', { totalSupply }),
  programs: <V>(count: V): Figure<V>[] => list('RewardVouchers', null, '', { programs: count }),
  program: <V>(program: ProgramKey, fields: Fields<ProgramField, V>): Figure<V>[] =>
    list('RewardVouchers', null, `${program}.`, pick(fields, PROGRAM_FIELDS)),
  passSupply: <V>(totalSupply: V): Figure<V>[] => list('NodePass', null, '', { totalSupply }),
  /** @param bonds MCM that the contract holds */
  bonds: <V>(bonds: V): Figure<V>[] => list('NodePass', null, '', { bonds }),
  /** @param holder lowercase; null: no such pass @param unbondingUntil 0: no cool-down is running */
  pass: <V>(id: bigint, holder: V, unbondingUntil: V): Figure<V>[] =>
    list('NodePass', null, `pass ${id}.`, { holder, unbondingUntil }),
  /** @param balance payments in that are not distributed yet */
  fund: <V>(balance: V): Figure<V>[] => list('AaaFund', null, '', { balance }),
  rulesets: <V>(count: V): Figure<V>[] => list('EpochLog', null, '', { rulesets: count }),
  ruleset: <V>(place: number, hash: V, firstEpoch: V): Figure<V>[] =>
    list('EpochLog', null, `ruleset ${place}.`, { hash, firstEpoch }),
  epoch: <V>(epoch: number, hash: V, blockNumber: V): Figure<V>[] =>
    list('EpochLog', null, `epoch ${epoch}.`, { hash, blockNumber }),
  stake: <V>(account: Address, pool: PoolKey, fields: Fields<StakeField, V>): Figure<V>[] =>
    list('StakingPools', account, `${pool}.`, pick(fields, STAKE_FIELDS)),
  position: <V>(
    account: Address,
    pool: PoolKey,
    position: bigint,
    fields: Fields<PositionField, V>,
  ): Figure<V>[] =>
    list('StakingPools', account, `${pool}.${nameOfPosition(position)}.`, pick(fields, POSITION_FIELDS)),
  shares: <V>(account: Address, shares: V): Figure<V>[] => list('ZnVault', account, '', { shares }),
  /** @param burned MCM that the account has burned for its level */
  level: <V>(account: Address, level: V, burned: V): Figure<V>[] =>
    list('Levels', account, '', { level, burned }),
  passesOf: <V>(account: Address, passes: V): Figure<V>[] => list('NodePass', account, '', { passes }),
  drawn: <V>(account: Address, program: ProgramKey, drawn: V): Figure<V>[] =>
    list('RewardVouchers', account, `${program}.`, { drawn }),
}

const POOL_FIELDS = ['totalWeight', 'rewardRate', 'rewardEnd', 'lastUpdate', 'stakingPausedUntil'] as const
const VAULT_FIELDS = ['totalAssets', 'rewardRate', 'rewardEnd', 'unvested'] as const
const PROGRAM_FIELDS = ['budgetPerEpoch', 'funded', 'vested', 'paid'] as const
const STAKE_FIELDS = ['weight', 'positions', 'gifts', 'earned'] as const
const POSITION_FIELDS = ['amount', 'pairAmount', 'tier', 'unlockAt'] as const

function pick<Name extends string, Value>(from: Fields<Name, Value>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Record<Name, Value>
}

function list<V>(
  contract: CheckedContract,
  account: Address | null,
  prefix: string,
  values: Readonly<Record<string, V>>,
): Figure<V>[] {
  return Object.entries(values).map(([name, value]) => ({
    contract,
    account,
    figure: `${prefix}${name}`,
    value,
  }))
}

function nameOfPosition(position: bigint): string {
  return position < FIRST_GIFT ? `position ${position}` : `gift ${position - FIRST_GIFT}`
}

/**
 * A figure that exists on only one side is a difference. The differences have the order of `expected`; figures that only the contracts have
 * come last.
 */
export function compareChecksum(
  expected: readonly Figure<Expected>[],
  read: readonly Figure<Found>[],
): Difference[] {
  const found = new Map(read.map((figure) => [keyOf(figure), figure]))
  const differences: Difference[] = []
  for (const figure of expected) {
    const key = keyOf(figure)
    const other = found.get(key)
    found.delete(key)
    if (figure.value === 'unknown' || (other !== undefined && agrees(figure.value, other.value))) continue
    differences.push(differenceOf(figure, figure.value, other === undefined ? null : other.value))
  }
  for (const figure of found.values()) differences.push(differenceOf(figure, null, figure.value))
  return differences
}

function agrees(expected: Exclude<Expected, 'unknown'>, found: Found): boolean {
  if (expected === null || typeof expected !== 'object') return expected === found
  if (typeof found !== 'bigint') return false
  if ('orMore' in expected) return found >= expected.value
  const away = found - expected.value
  return away <= expected.within && -away <= expected.within
}

function keyOf({ contract, account, figure }: Omit<Figure<unknown>, 'value'>): string {
  return `${contract} ${account ?? ''} ${figure}`
}

function differenceOf(
  { contract, account, figure }: Omit<Figure<unknown>, 'value'>,
  expected: Exclude<Expected, 'unknown'>,
  found: Found,
): Difference {
  const value = expected !== null && typeof expected === 'object' ? expected.value : expected
  return { contract, account, figure, expected: textOf(value), found: textOf(found) }
}

function textOf(value: Found): string {
  return value === null ? 'none' : value.toString()
}

/** A difference in words: the contract, the figure, the account, and both values. */
export function describeDifference({ contract, account, figure, expected, found }: Difference): string {
  return `${contract}: ${figure}${account === null ? '' : ` of ${account}`} is ${expected} by the logs and ${found} by the contract`
}
