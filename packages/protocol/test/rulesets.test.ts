import { describe, expect, it } from 'vitest'
import { PROGRAM_KEYS } from '../src/products.ts'
import {
  parseRulesets,
  programSources,
  rulesetHash,
  rulesetJson,
  rulesetOf,
  rulesetText,
  type Ruleset,
  type RulesetJson,
} from '../src/rulesets.ts'

const FIRST: Ruleset = {
  number: 1,
  firstEpoch: 20_000n,
  programs: [
    { key: 'galx', id: 101n, rule: 'members', pools: [1n, 2n], vault: false },
    { key: 'zn', id: 102n, rule: 'members', pools: [], vault: true },
    { key: 'node', id: 103n, rule: 'node', pools: [], vault: false },
  ],
  power: [
    { pool: 1n, coefficient: 10_000n },
    { pool: 2n, coefficient: 625n },
  ],
  vaultCoefficient: 9_000n,
  qualifying: [{ pool: 2n, amount: 5n * 10n ** 18n }],
  ladder: [
    { members: 1, amount: 2n * 10n ** 18n },
    { members: 5, amount: 10n * 10n ** 18n },
  ],
}
const SECOND: Ruleset = { ...FIRST, number: 2, firstEpoch: 20_010n, vaultCoefficient: 0n }

function changed(change: (json: RulesetJson) => void): unknown {
  const json = rulesetJson(FIRST)
  change(json)
  return [json]
}

describe('a ruleset', () => {
  it('has one canonical text', () => {
    expect(rulesetText(FIRST)).toBe(
      [
        'GALX ruleset 1',
        'number 1',
        'firstEpoch 20000',
        'program galx 101 members 1,2 0',
        'program zn 102 members - 1',
        'program node 103 node - 0',
        'power 1 10000',
        'power 2 625',
        'power vault 9000',
        'qualifying 2 5000000000000000000',
        'ladder 1 2000000000000000000',
        'ladder 5 10000000000000000000',
        '',
      ].join('\n'),
    )
    // The hash of the text above, computed by an implementation of Keccak that is not ours.
    expect(rulesetHash(FIRST)).toBe('0xe0ae4edbd4adb69614c8de69ebcc6c981e4b4d0a467f82165f8d597bcd48f376')
    expect(rulesetHash(SECOND)).not.toBe(rulesetHash(FIRST))
  })

  it('is the same after JSON', () => {
    const json: unknown = JSON.parse(JSON.stringify([FIRST, SECOND].map(rulesetJson)))
    expect(parseRulesets(json)).toEqual([FIRST, SECOND])
  })

  it('applies from its first epoch until the first epoch of the next ruleset', () => {
    const numberAt = (epoch: bigint) => rulesetOf([FIRST, SECOND], epoch)?.number
    expect([19_999n, 20_000n, 20_009n, 20_010n, 10n ** 9n].map(numberAt)).toEqual([undefined, 1, 1, 2, 2])
  })
})

describe('the reader names the wrong field of', () => {
  it.each<[string, unknown, string]>([
    ['no list', {}, 'rulesets must be a list, not {}'],
    ['no object', [1], 'rulesets[0] must be an object, not 1'],
    ['another number', changed((json) => (json.number = 2)), 'rulesets[0].number must be 1, not 2'],
    [
      'a number as an amount',
      changed((json) => Object.assign(json, { vaultCoefficient: 5 })),
      'rulesets[0].vaultCoefficient must be a decimal string, not 5',
    ],
    [
      'leading zeros',
      changed((json) => (json.firstEpoch = '007')),
      'rulesets[0].firstEpoch must be a decimal string, not "007"',
    ],
    [
      'an unknown program',
      changed((json) => Object.assign(json.programs[0]!, { key: 'gold' })),
      `rulesets[0].programs[0].key must be one of ${PROGRAM_KEYS.join(', ')}, not "gold"`,
    ],
    [
      'a repeated program',
      changed((json) => (json.programs[1]!.key = 'galx')),
      'rulesets[0].programs must be without repetition, not "galx"',
    ],
    [
      'a repeated id',
      changed((json) => (json.programs[1]!.id = '101')),
      'rulesets[0].programs must be without repetition, not 101',
    ],
    [
      'pools in another order',
      changed((json) => json.programs[0]!.pools.reverse()),
      'rulesets[0].programs[0].pools must be in ascending order, not 1',
    ],
    [
      'coefficients in another order',
      changed((json) => json.power.reverse()),
      'rulesets[0].power must be in ascending order, not 1',
    ],
    [
      'a qualifying amount of 0',
      changed((json) => (json.qualifying[0]!.amount = '0')),
      'rulesets[0].qualifying[0].amount must be above 0, not 0',
    ],
    [
      'a ladder that falls',
      changed((json) => (json.ladder[1]!.amount = '1')),
      'rulesets[0].ladder amounts must be in ascending order, not 1',
    ],
    [
      'a node program of a pool',
      changed((json) => json.programs[2]!.pools.push('1')),
      'rulesets[0].programs[2].rule must be members where pools or the vault are named, not "node"',
    ],
    [
      'a vault field that is not a flag',
      changed((json) => Object.assign(json.programs[2]!, { vault: 1 })),
      'rulesets[0].programs[2].vault must be true or false, not 1',
    ],
    [
      'a missing list',
      changed((json) => Object.assign(json, { power: undefined })),
      'rulesets[0].power must be a list, not missing',
    ],
  ])('%s', (_, json, words) => {
    expect(() => parseRulesets(json)).toThrow(words)
  })

  it('a program whose id or name changes between rulesets', () => {
    const [node, ...others] = [...SECOND.programs].reverse()
    const moved = { ...SECOND, programs: [{ ...node!, id: 104n }, ...others] }
    expect(() => parseRulesets([FIRST, moved].map(rulesetJson))).toThrow(
      'rulesets[1].programs must be node 103 as before, not "node 104"',
    )
    const renamed = { ...SECOND, programs: [{ ...node!, key: 'promotion' as const }, ...others] }
    expect(() => parseRulesets([FIRST, renamed].map(rulesetJson))).toThrow(
      'rulesets[1].programs must be node 103 as before, not "promotion 103"',
    )
  })

  it('a second program with the rule promotion, in one ruleset or in two rulesets', () => {
    const promotion = { key: 'promotion', id: 105n, rule: 'promotion', pools: [], vault: false } as const
    const other = { ...promotion, key: 'btc', id: 106n } as const
    const list = (...added: (typeof promotion | typeof other)[][]) =>
      [FIRST, SECOND].map((ruleset, index) =>
        rulesetJson({ ...ruleset, programs: [...ruleset.programs, ...added[index]!] }),
      )
    expect(parseRulesets(list([promotion], [promotion]))).toHaveLength(2)
    expect(parseRulesets(list([], [promotion]))).toHaveLength(2)
    expect(() => parseRulesets(list([promotion, other], []))).toThrow(
      'rulesets[0].programs must be promotion alone with the rule promotion, not "btc"',
    )
    expect(() => parseRulesets(list([promotion], [other]))).toThrow(
      'rulesets[1].programs must be promotion alone with the rule promotion, not "btc"',
    )
  })

  it('a second ruleset that does not begin later', () => {
    expect(() => parseRulesets([FIRST, { ...SECOND, firstEpoch: 20_000n }].map(rulesetJson))).toThrow(
      'rulesets[1].firstEpoch must be above 20000, not 20000',
    )
  })
})

it('the registry names the rule and the sources of each program', () => {
  expect(Object.fromEntries(PROGRAM_KEYS.map((key) => [key, programSources(key)]))).toEqual({
    galx: { rule: 'members', pools: ['galx', 'galxMcm'], vault: false },
    btc: { rule: 'members', pools: ['btc'], vault: false },
    promotion: { rule: 'promotion', pools: [], vault: false },
    mcm: { rule: 'members', pools: ['mcm'], vault: false },
    node: { rule: 'node', pools: [], vault: false },
    mcf: { rule: 'members', pools: ['mcf'], vault: false },
    zn: { rule: 'members', pools: [], vault: true },
    aaa: { rule: 'members', pools: ['aaa'], vault: false },
  })
})
