import type { AccountProgram } from '@galx/protocol/http/bonuses'
import { describe, expect, it } from 'vitest'
import { checkBonus, type CheckInput, type CheckResult } from '../../src/bonuses/check/checkBonus.ts'
import { textOfRuleset } from '../../src/bonuses/check/ruleset.ts'
import { hashOfText, inputOf, sourcesOf, VECTORS } from './vectorWorld.ts'

function statesOf({ facts }: CheckResult): Record<string, string> {
  return Object.fromEntries(facts.map(({ name, state }) => [name, state]))
}
const ALL_RIGHT = {
  hash: 'right',
  deployment: 'right',
  ruleset: 'right',
  row: 'right',
  points: 'right',
  division: 'right',
  cumulative: 'right',
}

describe('the golden vectors', () => {
  it.each(VECTORS.map((vector) => [vector.name, vector] as const))(
    '%s: every row of every epoch is found right',
    async (_, vector) => {
      const sources = sourcesOf(vector)
      for (const epoch of vector.expect.epochs)
        for (const row of epoch.rows) {
          const input = inputOf(vector, epoch, row)
          const { rule } = input.shown.calculation
          expect(statesOf(await checkBonus(input, sources)), `${epoch.epoch} ${row.join(' ')}`).toEqual({
            ...ALL_RIGHT,
            ...(rule === 'members' && { weights: 'right' }),
            ...(rule === 'node' && { points: 'unknown' }),
          })
        }
    },
  )

  it('hold rows of all rules, or the test above shows nothing', () => {
    const rules = VECTORS.flatMap((vector) =>
      vector.expect.epochs.flatMap((epoch) =>
        epoch.rows.map((row) => inputOf(vector, epoch, row).shown.calculation.rule),
      ),
    )
    for (const rule of ['members', 'node', 'promotion'])
      expect(rules.filter((one) => one === rule).length).toBeGreaterThan(10)
  })

  it('name rulesets whose hashes are those of their text', () => {
    for (const { rulesets, expect: expected } of VECTORS)
      for (const ruleset of rulesets) {
        const line = `ruleset ${ruleset.number} ${hashOfText(textOfRuleset(ruleset))}\n`
        const used = expected.epochs.filter(({ header }) => header.includes(`\nruleset ${ruleset.number} `))
        for (const { header } of used) expect(header).toContain(line)
      }
  })
})

/** A row with a member and a bonus, after another row of the same account. */
function example() {
  for (const vector of VECTORS)
    for (const epoch of vector.expect.epochs)
      for (const row of epoch.rows) {
        const input = inputOf(vector, epoch, row)
        const { calculation, bonus } = input.shown
        if (
          calculation.rule === 'members' &&
          calculation.members.length > 0 &&
          bonus !== '0' &&
          input.previous
        )
          return { vector, input, sources: sourcesOf(vector) }
      }
  throw new Error('no vector has such a row')
}

function plusOne(text: string): string {
  return (BigInt(text) + 1n).toString()
}

type Members = Extract<AccountProgram['calculation'], { rule: 'members' }>
function withCalculation(input: CheckInput, change: (calculation: Members) => Partial<Members>): CheckInput {
  const calculation = input.shown.calculation as Members
  return { ...input, shown: { ...input.shown, calculation: { ...calculation, ...change(calculation) } } }
}

describe('one wei more', () => {
  const { input, sources } = example()
  const check = async (changed: CheckInput) => statesOf(await checkBonus(changed, sources))
  const shown = (change: Partial<AccountProgram>): CheckInput => ({
    ...input,
    shown: { ...input.shown, ...change },
  })

  it('in bonus, points, total, budget or all points is found', async () => {
    expect(await check(shown({ bonus: plusOne(input.shown.bonus) }))).toMatchObject({
      row: 'wrong',
      division: 'wrong',
      cumulative: 'wrong',
    })
    expect(await check(shown({ points: plusOne(input.shown.points) }))).toMatchObject({
      row: 'wrong',
      points: 'wrong',
    })
    expect(await check(shown({ cumulative: plusOne(input.shown.cumulative) }))).toMatchObject({
      row: 'wrong',
      cumulative: 'wrong',
    })
    expect(await check(shown({ grantable: plusOne(input.shown.grantable) }))).toMatchObject({ row: 'wrong' })
    expect(await check(shown({ allPoints: plusOne(input.shown.allPoints) }))).toMatchObject({ row: 'wrong' })
  })

  it('in a member’s latest weight, or in the own one, is found', async () => {
    const member = withCalculation(input, ({ members }) => ({
      members: members.map((one, index) => (index === 0 ? { ...one, latest: plusOne(one.latest) } : one)),
    }))
    const own = withCalculation(input, ({ ownLatest }) => ({ ownLatest: plusOne(ownLatest) }))
    expect(await check(member)).toMatchObject({ weights: 'wrong', points: 'right' })
    expect(await check(own)).toMatchObject({ weights: 'wrong' })
  })

  it('at the newest block is no proof: the weight may have changed since', async () => {
    const own = withCalculation(input, ({ ownLatest }) => ({ ownLatest: plusOne(ownLatest) }))
    expect(await check({ ...own, block: null })).toMatchObject({ weights: 'unknown' })
    expect(await check({ ...input, block: null })).toMatchObject({ weights: 'right' })
  })

  it('a member named twice is found', async () => {
    const twice = withCalculation(input, ({ members }) => ({
      members: [...members, ...members.slice(0, 1)],
      memberCount: members.length + 1,
    }))
    expect(await check(twice)).toMatchObject({ points: 'wrong' })
  })
})

describe('another file', () => {
  const { vector, input, sources } = example()
  const facts = async (
    change: (header: string) => string,
    part: (text: string | null) => string | null = (text) => text,
  ) => {
    const text = async (url: string) => {
      const original = await sources.text(url)
      if (!url.includes(`/${input.epoch}/`)) return original
      return url.endsWith('header') ? change(original ?? '') : part(original)
    }
    return statesOf(await checkBonus(input, { ...sources, text }))
  }

  it('than the published one, a changed part, or one that is not canonical is found', async () => {
    expect(
      await facts((header) => header.replace(/^program .* (\d+)$/m, (line) => `${line}0`)),
    ).toMatchObject({
      hash: 'wrong',
    })
    expect(
      await facts(
        (header) => header,
        (text) => `${text}x\n`,
      ),
    ).toMatchObject({ hash: 'wrong' })
    expect(
      await facts(
        (header) => header,
        () => null,
      ),
    ).toMatchObject({ hash: 'wrong' })
    expect(await facts((header) => header.replace('chain ', 'chain 0'))).toMatchObject({ hash: 'wrong' })
    expect(await facts((header) => `${header}\n`)).toMatchObject({ hash: 'wrong' })
  })

  it('of another chain, genesis, contract or epoch is found', async () => {
    const other = async (change: Partial<CheckInput>) =>
      statesOf(await checkBonus({ ...input, ...change }, sources))
    expect(await other({ chainId: 97 })).toMatchObject({ deployment: 'wrong' })
    expect(await other({ genesisHash: `0x${'1'.repeat(64)}` })).toMatchObject({ deployment: 'wrong' })
    const contracts = { ...input.contracts, NodePass: `0x${'2'.repeat(40)}` as const }
    expect(await other({ contracts })).toMatchObject({ deployment: 'wrong' })
    expect(await other({ from: input.from + 1 })).toMatchObject({ deployment: 'wrong' })
  })

  it('by another ruleset than the app’s is found', async () => {
    const rulesets = vector.rulesets.map((one) => ({
      ...one,
      vaultCoefficient: plusOne(one.vaultCoefficient),
    }))
    expect(statesOf(await checkBonus({ ...input, rulesets }, sources))).toMatchObject({ ruleset: 'wrong' })
    expect(statesOf(await checkBonus({ ...input, rulesets: [] }, sources))).toMatchObject({
      ruleset: 'unknown',
      weights: 'unknown',
    })
  })
})

describe('what cannot be looked at is unknown, never right', () => {
  const { input, sources } = example()
  const silent = () => Promise.reject(new Error('no answer'))

  it('without the server', async () => {
    expect(statesOf(await checkBonus(input, { ...sources, text: silent }))).toEqual({
      ...{ hash: 'unknown', deployment: 'unknown', ruleset: 'unknown', row: 'unknown' },
      ...{ points: 'right', division: 'right', cumulative: 'unknown', weights: 'right' },
    })
  })

  it('without the chain', async () => {
    expect(statesOf(await checkBonus(input, { ...sources, rpc: silent }))).toEqual({
      ...{ hash: 'unknown', deployment: 'right', ruleset: 'unknown', row: 'right' },
      ...{ points: 'right', division: 'right', cumulative: 'unknown', weights: 'unknown' },
    })
  })

  const pointsOf = async (changed: CheckInput) =>
    (await checkBonus(changed, sources)).facts.find(({ name }) => name === 'points')

  it('with more members than are shown', async () => {
    const many = withCalculation(input, () => ({ memberCount: 2_000 }))
    expect(statesOf(await checkBonus(many, sources))).toMatchObject({ points: 'unknown', weights: 'right' })
    expect(await pointsOf(many)).toMatchObject({ reason: 'tooMany', values: ['2000'] })
  })

  it('with a member that changed its weight too often to be listed', async () => {
    const busy = withCalculation(input, ({ members }) => ({
      ...{ members: members.slice(1), memberCount: members.length, unlisted: 1 },
    }))
    expect(await pointsOf(busy)).toMatchObject({ state: 'unknown', reason: 'busy', values: ['1'] })
  })

  it('with an own weight of which the beginning is missing', async () => {
    const { from, to } = input
    const late = Math.floor((from + to) / 2)
    const cut = withCalculation(input, ({ own }) => ({
      own: own.filter((one) => one.to > late).map((one) => ({ ...one, from: Math.max(one.from, late) })),
      ownComplete: false,
    }))
    expect(await pointsOf(cut)).toMatchObject({ state: 'unknown', reason: 'ownPartly' })
    expect(statesOf(await checkBonus(cut, sources))).toMatchObject({ ...ALL_RIGHT, points: 'unknown' })
  })

  it('but what can be looked at is: lists that contradict themselves are found, complete or not', async () => {
    const twice = withCalculation(input, ({ members }) => ({
      ...{ members: [...members, ...members.slice(0, 1)], memberCount: members.length + 2 },
      ...{ unlisted: 1, ownComplete: false },
    }))
    expect(await pointsOf(twice)).toMatchObject({ state: 'wrong', reason: 'fault' })
  })
})
