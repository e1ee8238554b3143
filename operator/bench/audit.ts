/**
 * How long the second engine takes for one epoch from decoded logs: `--changes N` of weights, shares, passes and inviters (default a
 * million) among a fifth as many accounts, half of them in one line, each below the one before. Prints JSON.
 */
import { parseArgs } from 'node:util'
import { zeroAddress, type Address, type Hex } from 'viem'
import type { Ruleset } from '@galx/protocol/rulesets'
import type { AuditEvent } from '../src/audit/events.ts'
import { World } from '../src/audit/world.ts'

const { values } = parseArgs({ options: { changes: { type: 'string', default: '1000000' } } })
const CHANGES = Number(values.changes)
const ACCOUNTS = Math.max(10, CHANGES / 5)
/** One account in so many holds a node pass. */
const PASS_EVERY = 100
const DAY = 86_400
const EPOCH = 20_000
/** Events made at a time, while no clock runs. */
const AT_ONCE = 10_000

const POOLS = [1n, 2n, 3n, 4n, 5n, 6n] as const
const RULESET: Ruleset = {
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
const PLACE = { block: 1n, logIndex: 0 }

let seed = 1
/** A whole number below `limit`, the same ones in every run (Numerical Recipes' generator). */
function below(limit: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * limit)
}

function accountOf(index: number): Address {
  // Spread over all parts of an epoch's file.
  return `0x${(Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}${index.toString(16).padStart(32, '0')}`
}

function amount(): bigint {
  return BigInt(1 + below(1_000_000)) * 10n ** 15n
}

/** The first half is a line, the second half has inviters everywhere. */
function inviterOf(index: number): Address {
  if (index === 0) return zeroAddress
  return accountOf(index < ACCOUNTS / 2 ? index - 1 : below(index))
}

function stake(index: number, time: number, position: bigint): AuditEvent {
  const held = amount()
  return {
    ...PLACE,
    ...{ kind: 'staked', time, pool: POOLS[index % POOLS.length]!, account: accountOf(index), position },
    ...{ amount: held, weight: held, inviter: inviterOf(index) },
  }
}

/** One in two changes a weight, the others move shares, move passes and bring accounts that nobody knew. */
function change(number: number, time: number): AuditEvent {
  const account = accountOf(below(ACCOUNTS))
  if (number % 100 === 0) return stake(ACCOUNTS + number / 100, time, 0n)
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
  return { ...PLACE, kind: 'boostSynced', time, pool: POOLS[below(POOLS.length)]!, account, weight: amount() }
}

/** Each pass in turn. */
function nextPass(number: number): bigint {
  return BigInt(1 + (Math.floor(number / 100) % Math.floor(ACCOUNTS / PASS_EVERY)))
}

function prepare(world: World): void {
  const start = (EPOCH - 1) * DAY
  for (const { id } of RULESET.programs) {
    world.apply({
      ...PLACE,
      kind: 'programCreated',
      time: start,
      program: id,
      budgetPerEpoch: 10n ** 21n,
      start: BigInt(EPOCH * DAY),
    })
    world.apply({ ...PLACE, kind: 'funded', time: start, program: id, amount: 10n ** 24n })
  }
  for (let index = 0; index < ACCOUNTS; index++) world.apply(stake(index, start, 0n))
  for (let pass = 0; pass < Math.floor(ACCOUNTS / PASS_EVERY); pass++)
    world.apply({
      ...PLACE,
      ...{ kind: 'passMoved', time: start, from: zeroAddress, id: BigInt(pass + 1) },
      to: accountOf(pass * PASS_EVERY),
    })
}

const HASH: Hex = `0x${'0'.repeat(64)}`
const world = new World({
  ...{ chainId: 56, genesisHash: HASH, epochDuration: BigInt(DAY), rulesets: [RULESET] },
  contracts: [zeroAddress, zeroAddress, zeroAddress, zeroAddress, zeroAddress],
})
prepare(world)
let milliseconds = 0
for (let begin = 0; begin < CHANGES; begin += AT_ONCE) {
  const length = Math.min(AT_ONCE, CHANGES - begin)
  const events = Array.from({ length }, (_, index) => {
    const number = begin + index
    return change(number, EPOCH * DAY + Math.floor((number / CHANGES) * DAY))
  })
  const started = performance.now()
  for (const event of events) world.apply(event)
  milliseconds += performance.now() - started
}
const applied = milliseconds
const started = performance.now()
const { parts } = world.close({ first: null, last: null })
milliseconds += performance.now() - started

console.log(
  JSON.stringify({
    changes: CHANGES,
    seconds: milliseconds / 1000,
    closingSeconds: (milliseconds - applied) / 1000,
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    megabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  }),
)
