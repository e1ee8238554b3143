/**
 * The rulesets of the bonus programs: the counted amounts, their coefficients, and the first epoch. docs/rewards.md describes the rules
 * that use them. EpochLog has the hash of every ruleset. A network's rulesets are in its deployment file and in
 * /config.json. Amounts are wei, coefficients are basis points of one GALX.
 */
import { keccak256, stringToBytes } from 'viem/utils'
import {
  PRODUCTS,
  PROGRAM_KEYS,
  productOfProgram,
  type PoolKey,
  type ProductName,
  type ProgramKey,
} from './products.ts'

/**
 * How a program grants. `members`: by the weight of direct members in the program's pools or in the vault. `node`: by the power
 * below an account with a live node pass. `promotion`: by the number of qualified direct members.
 */
export const PROGRAM_RULES = ['members', 'node', 'promotion'] as const
export type ProgramRule = (typeof PROGRAM_RULES)[number]

export type RulesetProgram = {
  key: ProgramKey
  /** RewardVouchers' program id */
  id: bigint
  rule: ProgramRule
  /** ids of the pools whose weights `members` sums, ascending; empty for the other rules */
  pools: readonly bigint[]
  /** whether `members` sums the vault's shares */
  vault: boolean
}

export type Ruleset = {
  /** 1, 2, … in the order of the hashes in EpochLog */
  number: number
  /** applies from this epoch until the next ruleset's first epoch */
  firstEpoch: bigint
  /** in their order in a header */
  programs: readonly RulesetProgram[]
  /** by pool id, ascending; basis points of one GALX for each wei of weight. Other pools have no power */
  power: readonly { pool: bigint; coefficient: bigint }[]
  /** basis points of one GALX for each 10^12 shares of the vault */
  vaultCoefficient: bigint
  /** by pool id, ascending; wei of the stake token, above 0. A position in another pool never qualifies a member */
  qualifying: readonly { pool: bigint; amount: bigint }[]
  /** by the number of qualified members, ascending; the total amount in wei of the promotion token */
  ladder: readonly { members: number; amount: bigint }[]
}

/** The age in epochs at which a position qualifies a member for the promotion; the same in every ruleset. */
export const QUALIFYING_EPOCHS = 7

/** A ruleset in JSON: each bigint is decimal text. */
export type RulesetJson = {
  number: number
  firstEpoch: string
  programs: { key: ProgramKey; id: string; rule: ProgramRule; pools: string[]; vault: boolean }[]
  power: { pool: string; coefficient: string }[]
  vaultCoefficient: string
  qualifying: { pool: string; amount: string }[]
  ladder: { members: number; amount: string }[]
}

const RULES: Partial<Record<ProgramKey, ProgramRule>> = { node: 'node', promotion: 'promotion' }
/** The only product whose weight is the vault's shares and not a pool's weight. */
const VAULT_PRODUCT: ProductName = 'zn'

/** The subject that a program's rule counts: the pools of its product, or the vault. The registry has the program's product. */
export function programSources(key: ProgramKey): {
  rule: ProgramRule
  pools: readonly PoolKey[]
  vault: boolean
} {
  const rule = RULES[key] ?? 'members'
  if (rule !== 'members') return { rule, pools: [], vault: false }
  const product = productOfProgram(key)
  return { rule, pools: PRODUCTS[product].pools, vault: product === VAULT_PRODUCT }
}

/** @returns the bytes whose hash EpochLog has, as text: one line per value, each with a line feed */
export function rulesetText(ruleset: Ruleset): string {
  const lines = [
    'GALX ruleset 1',
    `number ${ruleset.number}`,
    `firstEpoch ${ruleset.firstEpoch}`,
    ...ruleset.programs.map(
      ({ key, id, rule, pools, vault }) =>
        `program ${key} ${id} ${rule} ${pools.length === 0 ? '-' : pools.join(',')} ${vault ? 1 : 0}`,
    ),
    ...ruleset.power.map(({ pool, coefficient }) => `power ${pool} ${coefficient}`),
    `power vault ${ruleset.vaultCoefficient}`,
    ...ruleset.qualifying.map(({ pool, amount }) => `qualifying ${pool} ${amount}`),
    ...ruleset.ladder.map(({ members, amount }) => `ladder ${members} ${amount}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** @returns keccak256 of the ruleset's canonical bytes, lowercase */
export function rulesetHash(ruleset: Ruleset): `0x${string}` {
  return keccak256(stringToBytes(rulesetText(ruleset)))
}

/** @returns the ruleset of an epoch: the last ruleset that begins at or before the epoch; undefined before the first ruleset */
export function rulesetOf(rulesets: readonly Ruleset[], epoch: bigint): Ruleset | undefined {
  return rulesets.filter(({ firstEpoch }) => firstEpoch <= epoch).pop()
}

export function rulesetJson(ruleset: Ruleset): RulesetJson {
  return {
    number: ruleset.number,
    firstEpoch: ruleset.firstEpoch.toString(),
    programs: ruleset.programs.map(({ key, id, rule, pools, vault }) => ({
      key,
      id: id.toString(),
      rule,
      pools: pools.map(String),
      vault,
    })),
    power: ruleset.power.map(({ pool, coefficient }) => ({
      pool: pool.toString(),
      coefficient: coefficient.toString(),
    })),
    vaultCoefficient: ruleset.vaultCoefficient.toString(),
    qualifying: ruleset.qualifying.map(({ pool, amount }) => ({
      pool: pool.toString(),
      amount: amount.toString(),
    })),
    ladder: ruleset.ladder.map(({ members, amount }) => ({ members, amount: amount.toString() })),
  }
}

/**
 * Reads the rulesets of a deployment file or of /config.json.
 * @throws Error that names the first wrong field. Lists are in their fixed order, without duplicates. Numbers count from 1. Each ruleset begins
 * after the previous ruleset. A program has the same key and the same id in all rulesets. At most one program has the rule `promotion`, and no
 * later ruleset gives this rule to another program
 */
export function parseRulesets(json: unknown): Ruleset[] {
  const rulesets = list('rulesets', json).map((entry, index) => parseRuleset(`rulesets[${index}]`, entry))
  const promotion = rulesets.flatMap(promotionsOf)[0]
  for (const [index, { number, firstEpoch, programs }] of rulesets.entries()) {
    const path = `rulesets[${index}]`
    if (number !== index + 1) refuse(`${path}.number`, `${index + 1}`, number)
    const before = rulesets[index - 1]
    for (const { key, id } of programs)
      for (const earlier of rulesets.slice(0, index).flatMap((other) => other.programs))
        if ((earlier.key === key) !== (earlier.id === id))
          refuse(`${path}.programs`, `${earlier.key} ${earlier.id} as before`, `${key} ${id}`)
    // Only one program may have this rule, because numbers of members and entitlements are stored by inviter, without the program.
    for (const key of promotionsOf(rulesets[index]!))
      if (key !== promotion) refuse(`${path}.programs`, `${promotion} alone with the rule promotion`, key)
    if (before && firstEpoch <= before.firstEpoch)
      refuse(`${path}.firstEpoch`, `above ${before.firstEpoch}`, firstEpoch)
  }
  return rulesets
}

function promotionsOf({ programs }: Ruleset): ProgramKey[] {
  return programs.filter(({ rule }) => rule === 'promotion').map(({ key }) => key)
}

function parseRuleset(path: string, json: unknown): Ruleset {
  const root = fields(path, json)
  const programs = list(`${path}.programs`, root.programs).map((entry, index) =>
    parseProgram(`${path}.programs[${index}]`, entry),
  )
  unique(
    `${path}.programs`,
    programs.map(({ key }) => key),
  )
  unique(
    `${path}.programs`,
    programs.map(({ id }) => id),
  )
  const amounts = <Name extends string>(name: 'power' | 'qualifying', value: Name) => {
    const entries = list(`${path}.${name}`, root[name]).map((entry, index) => {
      const at = `${path}.${name}[${index}]`
      const given = fields(at, entry)
      return {
        pool: decimal(`${at}.pool`, given.pool),
        [value]: decimal(`${at}.${value}`, given[value]),
      } as { pool: bigint } & Record<Name, bigint>
    })
    ascending(
      `${path}.${name}`,
      entries.map(({ pool }) => pool),
    )
    return entries
  }
  const qualifying = amounts('qualifying', 'amount')
  // With 0 it would be unclear whether an emptied position, which may still hold the pair token, qualifies.
  for (const [index, { amount }] of qualifying.entries())
    if (amount === 0n) refuse(`${path}.qualifying[${index}].amount`, 'above 0', amount)
  const ladder = list(`${path}.ladder`, root.ladder).map((entry, index) => {
    const at = `${path}.ladder[${index}]`
    const given = fields(at, entry)
    return { members: count(`${at}.members`, given.members), amount: decimal(`${at}.amount`, given.amount) }
  })
  ascending(
    `${path}.ladder members`,
    ladder.map(({ members }) => BigInt(members)),
  )
  ascending(
    `${path}.ladder amounts`,
    ladder.map(({ amount }) => amount),
  )
  return {
    number: count(`${path}.number`, root.number),
    firstEpoch: decimal(`${path}.firstEpoch`, root.firstEpoch),
    programs,
    power: amounts('power', 'coefficient'),
    vaultCoefficient: decimal(`${path}.vaultCoefficient`, root.vaultCoefficient),
    qualifying,
    ladder,
  }
}

function parseProgram(path: string, json: unknown): RulesetProgram {
  const given = fields(path, json)
  const key = oneOf(`${path}.key`, given.key, PROGRAM_KEYS)
  const rule = oneOf(`${path}.rule`, given.rule, PROGRAM_RULES)
  const pools = list(`${path}.pools`, given.pools).map((pool, index) =>
    decimal(`${path}.pools[${index}]`, pool),
  )
  ascending(`${path}.pools`, pools)
  if (typeof given.vault !== 'boolean') refuse(`${path}.vault`, 'true or false', given.vault)
  const vault = given.vault === true
  if (rule !== 'members' && (pools.length > 0 || vault))
    refuse(`${path}.rule`, 'members where pools or the vault are named', rule)
  return { key, id: decimal(`${path}.id`, given.id), rule, pools, vault }
}

function refuse(path: string, wanted: string, value: unknown): never {
  const shown = typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
  throw new Error(`${path} must be ${wanted}, not ${shown ?? 'missing'}`)
}

function fields(path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  return refuse(path, 'an object', value)
}

function list(path: string, value: unknown): unknown[] {
  return Array.isArray(value) ? value : refuse(path, 'a list', value)
}

function decimal(path: string, value: unknown): bigint {
  if (typeof value === 'string' && /^(0|[1-9][0-9]{0,77})$/.test(value)) return BigInt(value)
  return refuse(path, 'a decimal string', value)
}

function count(path: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  return refuse(path, 'a whole number from 1', value)
}

function oneOf<Item extends string>(path: string, value: unknown, items: readonly Item[]): Item {
  if (items.includes(value as Item)) return value as Item
  return refuse(path, `one of ${items.join(', ')}`, value)
}

function unique(path: string, values: readonly unknown[]): void {
  for (const [index, value] of values.entries())
    if (values.indexOf(value) !== index) refuse(path, 'without repetition', value)
}

function ascending(path: string, values: readonly bigint[]): void {
  for (const [index, value] of values.entries())
    if (index > 0 && value <= values[index - 1]!) refuse(path, 'in ascending order', value)
}
