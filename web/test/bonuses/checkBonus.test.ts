import type { AccountProgram } from '@galx/protocol/http/bonuses'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { checkBonus, type CheckResult } from '../../src/bonuses/check/checkBonus.ts'
import type { CheckInput } from '../../src/bonuses/check/input.ts'
import { textOfRuleset } from '../../src/bonuses/check/ruleset.ts'
import { computeEpochs } from '../../../packages/protocol/test/rewards/naive.ts'
import { randomWorld } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import { ANN, BOB, Story, storyRuleset } from '../../../packages/protocol/test/rewards/story.ts'
import { largePositions } from '../../src/bonuses/check/chainAnswers.ts'
import {
  CO_SIGNER,
  hashOfText,
  inputOf,
  KEYS,
  rulesetIn,
  SIGNER,
  signVoucher,
  sinceOf,
  sourcesOf,
  standingOf,
  VECTORS,
  type Vector,
} from './vectorWorld.ts'

type Epoch = Vector['expect']['epochs'][number]

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

/** @returns the expected result about the voucher while no voucher is signed */
function unsigned({ shown }: CheckInput): string {
  return shown.cumulative === '0' ? 'right' : 'unknown'
}

/** The check's best possible result for a row of the promotion whose figures follow the plain rules. */
function promotionStates(vector: Vector, epoch: Epoch, account: string) {
  const { epochs } = vector.expect
  const before = epochs[epochs.indexOf(epoch) - 1]
  const followed =
    before === undefined ||
    before.rows.some(([who, program]) => who === account && program === 'promotion') ||
    'promotion' in before.programs
  const input = inputOf(vector, epoch, [account, 'promotion', '0', '0', '0'])
  const { calculation } = input.shown
  const members = calculation.rule === 'promotion' ? calculation.members : []
  const still = members.every(({ address, since }) => sinceOf(vector, epoch, address, Infinity) === since)
  return {
    points: followed ? 'right' : 'unknown',
    qualified: still && members.length > 0 ? 'right' : 'unknown',
    highest: 'unknown',
  }
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
            voucher: unsigned(input),
            ...(rule === 'members' && { weights: 'right' }),
            ...(rule === 'node' && { points: 'unknown' }),
            ...(rule === 'promotion' && promotionStates(vector, epoch, row[0])),
          })
        }
    },
  )

  it('hold rows of the promotion whose growth and members are found right, and rows whose members cannot be checked', () => {
    const states = promotionRows().map(({ vector, epoch, row }) => promotionStates(vector, epoch, row[0]))
    for (const name of ['points', 'qualified'] as const)
      expect(states.filter((one) => one[name] === 'right').length).toBeGreaterThan(10)
    expect(states.some(({ qualified }) => qualified === 'unknown')).toBe(true)
  })

  it('are not the only proof: the promotion is also found right in random worlds, and in a world whose promotion pauses for one epoch', async () => {
    const found = { right: 0, unknown: 0 }
    const pausing = new Story('pausing', [
      storyRuleset(['promotion']),
      storyRuleset(['btc'], { number: 2, firstEpoch: '1009' }),
      storyRuleset(['promotion'], { number: 3, firstEpoch: '1010' }),
    ])
      .at(0)
      .stake(BOB, { amount: 100n, inviter: ANN })
      .at(13 * 60)
      .world()
    for (const world of [pausing, ...Array.from({ length: 30 }, (_, seed) => randomWorld(seed))]) {
      const vector: Vector = { ...world, expect: { epochs: computeEpochs(world) } }
      for (const { epoch, row, input } of promotionRows([vector])) {
        const expected = promotionStates(vector, epoch, row[0])
        expect(statesOf(await checkBonus(input, sourcesOf(vector))), `${world.name} ${epoch.epoch}`).toEqual({
          ...ALL_RIGHT,
          voucher: unsigned(input),
          ...expected,
        })
        found[expected.points as 'right'] += 1
      }
    }
    expect(found.right).toBeGreaterThan(20)
    // The growth is unknown only in the epoch after the pause.
    expect(found.unknown).toBe(1)
  }, 60_000)

  it('have rows of every rule; otherwise the first test would prove nothing', () => {
    const rules = VECTORS.flatMap((vector) =>
      vector.expect.epochs.flatMap((epoch) =>
        epoch.rows.map((row) => inputOf(vector, epoch, row).shown.calculation.rule),
      ),
    )
    for (const rule of ['members', 'node', 'promotion'])
      expect(rules.filter((one) => one === rule).length).toBeGreaterThan(10)
  })

  it('name rulesets whose hashes match their text', () => {
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

  it('in the bonus, the points, the total, the budget or the sum of all points is found', async () => {
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

  it('in a member’s latest weight, or in the account’s own latest weight, is found', async () => {
    const member = withCalculation(input, ({ members }) => ({
      members: members.map((one, index) => (index === 0 ? { ...one, latest: plusOne(one.latest) } : one)),
    }))
    const own = withCalculation(input, ({ ownLatest }) => ({ ownLatest: plusOne(ownLatest) }))
    expect(await check(member)).toMatchObject({ weights: 'wrong', points: 'right' })
    expect(await check(own)).toMatchObject({ weights: 'wrong' })
  })

  it('in a latest weight is unknown, not wrong, if the block of that weight is not known: the weight may have changed since that block', async () => {
    const own = withCalculation(input, ({ ownLatest }) => ({ ownLatest: plusOne(ownLatest) }))
    expect(await check({ ...own, block: null })).toMatchObject({ weights: 'unknown' })
    expect(await check({ ...input, block: null })).toMatchObject({ weights: 'right' })
  })

  it('is not the only kind of fault that is found: a member named twice is found, too', async () => {
    const twice = withCalculation(input, ({ members }) => ({
      members: [...members, ...members.slice(0, 1)],
      memberCount: members.length + 1,
    }))
    expect(await check(twice)).toMatchObject({ points: 'wrong' })
  })
})

describe('a file', () => {
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

  it('that differs from the published file, has a changed or missing part, or is not canonical is found', async () => {
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

  it('whose ruleset differs from the app’s is found', async () => {
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

describe('a fact that cannot be checked is unknown, never right', () => {
  const { input, sources } = example()
  const silent = () => Promise.reject(new Error('no answer'))

  it('without the server', async () => {
    expect(statesOf(await checkBonus(input, { ...sources, text: silent }))).toEqual({
      hash: 'unknown',
      deployment: 'unknown',
      ruleset: 'unknown',
      row: 'unknown',
      points: 'right',
      division: 'right',
      cumulative: 'unknown',
      weights: 'right',
      voucher: 'unknown',
    })
  })

  it('without the chain', async () => {
    expect(statesOf(await checkBonus(input, { ...sources, rpc: silent }))).toEqual({
      hash: 'unknown',
      deployment: 'right',
      ruleset: 'unknown',
      row: 'right',
      points: 'right',
      division: 'right',
      cumulative: 'unknown',
      weights: 'unknown',
      voucher: 'unknown',
    })
  })

  const pointsOf = async (changed: CheckInput) =>
    (await checkBonus(changed, sources)).facts.find(({ name }) => name === 'points')

  it('if the account has more members than the page shows', async () => {
    const many = withCalculation(input, () => ({ memberCount: 2_000 }))
    expect(statesOf(await checkBonus(many, sources))).toMatchObject({ points: 'unknown', weights: 'right' })
    expect(await pointsOf(many)).toMatchObject({ reason: 'tooMany', values: ['2000'] })
  })

  it('if a member’s weight has changed too often to be listed', async () => {
    const busy = withCalculation(input, ({ members }) => ({
      members: members.slice(1),
      memberCount: members.length,
      unlisted: 1,
    }))
    expect(await pointsOf(busy)).toMatchObject({ state: 'unknown', reason: 'busy', values: ['1'] })
  })

  it('if the beginning of the account’s own weights is missing', async () => {
    const { from, to } = input
    const late = Math.floor((from + to) / 2)
    const cut = withCalculation(input, ({ own }) => ({
      own: own.filter((one) => one.to > late).map((one) => ({ ...one, from: Math.max(one.from, late) })),
      ownComplete: false,
    }))
    expect(await pointsOf(cut)).toMatchObject({ state: 'unknown', reason: 'ownPartly' })
    expect(statesOf(await checkBonus(cut, sources))).toMatchObject({ ...ALL_RIGHT, points: 'unknown' })
  })

  it('under the rule `node`, whether the list of the passes’ times is complete or not', async () => {
    for (const liveComplete of [true, false]) {
      const calculation: AccountProgram['calculation'] = { rule: 'node', live: [], liveComplete }
      const node = { ...input, shown: { ...input.shown, calculation } }
      expect(await pointsOf(node)).toMatchObject({ state: 'unknown', reason: 'node' })
    }
  })

  it('except its checkable part: an incomplete list that contradicts itself is wrong', async () => {
    const twice = withCalculation(input, ({ members }) => ({
      members: [...members, ...members.slice(0, 1)],
      memberCount: members.length + 2,
      unlisted: 1,
      ownComplete: false,
    }))
    expect(await pointsOf(twice)).toMatchObject({ state: 'wrong', reason: 'fault' })
  })
})

describe('the voucher', () => {
  const { vector, input, sources } = example()
  const total = BigInt(input.shown.cumulative)
  const STRANGER = privateKeyToAccount(`0x${'99'.repeat(32)}`)
  type Newest = NonNullable<CheckInput['newest']>
  const voucherFact = async (newest: Partial<Newest> | undefined, changed = {}, from = sources) => {
    const both = newest && { voucher: null, epoch: input.epoch, ...newest }
    const { facts } = await checkBonus({ ...input, ...changed, newest: both }, from)
    return facts.filter(({ name }) => name === 'voucher').map(({ state, reason }) => `${state} ${reason}`)
  }
  const ofSigned = async (change: Parameters<typeof signVoucher>[1]) =>
    voucherFact({ voucher: await signVoucher(input, change) })

  it('is right with both signatures if it grants the computed amount or, while bonuses are late, a smaller amount', async () => {
    expect(await ofSigned({})).toEqual(['right right'])
    expect(await ofSigned({ cumulative: total - 1n })).toEqual(['right right'])
  })

  it('of each rule is accepted, and so is the absence of a voucher if nothing was granted', async () => {
    const rules = new Set<string>()
    for (const vector of VECTORS)
      for (const epoch of vector.expect.epochs.slice(-1))
        for (const row of epoch.rows) {
          const input = inputOf(vector, epoch, row)
          const { rule } = input.shown.calculation
          if (rules.has(rule) || row[4] === '0') continue
          rules.add(rule)
          const newest = { voucher: await signVoucher(input), epoch: input.epoch }
          expect(statesOf(await checkBonus({ ...input, newest }, sourcesOf(vector))).voucher, rule).toBe(
            'right',
          )
        }
    expect([...rules].sort()).toEqual(['members', 'node', 'promotion'])
    const shown = { ...input.shown, bonus: '0', cumulative: '0', points: '0' }
    expect(await voucherFact({}, { shown, previous: null })).toEqual(['right nothing'])
  })

  it('is wrong if another key signed in either place or in both, or if the signatures are swapped', async () => {
    expect(await ofSigned({ keys: [STRANGER, CO_SIGNER] })).toEqual(['wrong signer'])
    expect(await ofSigned({ keys: [SIGNER, STRANGER] })).toEqual(['wrong coSigner'])
    expect(await ofSigned({ keys: [STRANGER, STRANGER] })).toEqual(['wrong both'])
    expect(await ofSigned({ keys: [CO_SIGNER, SIGNER] })).toEqual(['wrong both'])
    // One stolen key signs in both places.
    expect(await ofSigned({ keys: [SIGNER, SIGNER] })).toEqual(['wrong coSigner'])
  })

  it('is `unknown` if it has an older nonce, even if the same keys were named again', async () => {
    expect(await ofSigned({ signersNonce: KEYS.signersNonce - 1n })).toEqual(['unknown nonce'])
    // The signatures cover the nonce, so nobody can replace it.
    const voucher = await signVoucher(input, { signersNonce: KEYS.signersNonce - 1n })
    expect(await voucherFact({ voucher: { ...voucher, signersNonce: 3 } })).toEqual(['wrong both'])
  })

  it('is wrong if it grants one wei more than was computed, or an amount that the keys did not sign', async () => {
    expect(await ofSigned({ cumulative: total + 1n })).toEqual(['wrong above'])
    const voucher = await signVoucher(input)
    expect(await voucherFact({ voucher: { ...voucher, cumulative: `${total + 1n}` } })).toEqual([
      'wrong both',
    ])
    // The file also grants the extra wei, but the budget does not allow it.
    const shown = { ...input.shown, bonus: plusOne(input.shown.bonus), cumulative: `${total + 1n}` }
    const more = await signVoucher(input, { cumulative: total + 1n })
    expect(await voucherFact({ voucher: more }, { shown })).toEqual(['wrong above'])
  })

  it('is wrong if the keys signed it for another account, program, chain or contract', async () => {
    for (const other of [
      { account: BOB },
      { programId: plusOne(input.programId) },
      { chainId: input.chainId + 1 },
      { contracts: { ...input.contracts, RewardVouchers: input.contracts.EpochLog } },
    ])
      expect(await voucherFact({ voucher: await signVoucher({ ...input, ...other }) })).toEqual([
        'wrong both',
      ])
  })

  it('is wrong with an unreadable field, or with a signature in a form that the contract refuses', async () => {
    const voucher = await signVoucher(input)
    for (const odd of [
      { cumulative: 'much' },
      { signature: '0x', coSignature: '0x' },
      { signature: mirrored(voucher.signature), coSignature: mirrored(voucher.coSignature) },
    ])
      expect(await voucherFact({ voucher: { ...voucher, ...odd } })).toEqual(['wrong both'])
  })

  it('may grant the account’s total in a later epoch’s published file, and not a wei more', async () => {
    const later = laterRow()
    const check = async (cumulative: bigint, from = later.sources) => {
      const voucher = await signVoucher(later.input, { cumulative })
      const newest = { voucher, epoch: later.epoch }
      const { facts } = await checkBonus({ ...later.input, newest }, from)
      return facts.find(({ name }) => name === 'voucher')?.reason
    }
    expect(later.total).toBeGreaterThan(BigInt(later.input.shown.cumulative))
    expect(await check(later.total)).toBe('later')
    expect(await check(later.total + 1n)).toBe('above')
    const text = async (url: string) => (url.includes(`/${later.epoch}/`) ? null : later.sources.text(url))
    expect(await check(later.total, { ...later.sources, text })).toBe('noTotal')
  })

  it('is `unknown`, never right, if it is missing although a bonus was granted, or if it cannot be checked', async () => {
    const voucher = await signVoucher(input)
    const off = sourcesOf(vector, { ...KEYS, coSigner: `0x${'0'.repeat(40)}` })
    const silent = { ...sources, rpc: () => Promise.reject(new Error('no answer')) }
    expect(await voucherFact({})).toEqual(['unknown none'])
    expect(await voucherFact(undefined)).toEqual(['unknown noServer'])
    expect(await voucherFact({ voucher }, {}, silent)).toEqual(['unknown noChain'])
    expect(await voucherFact({ voucher }, {}, off)).toEqual(['unknown off'])
    expect(await voucherFact({ voucher }, { previous: undefined })).toEqual(['unknown noTotal'])
    const above = await signVoucher(input, { cumulative: total + 1n })
    expect(await voucherFact({ voucher: above, epoch: null })).toEqual(['unknown noTotal'])
  })
})

/** The same signature with s in the upper half of the order: it recovers the same key, and the contract refuses it. */
function mirrored(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
}

/** A row of an account with a greater total in a later epoch. */
function laterRow() {
  for (const vector of VECTORS)
    for (const epoch of vector.expect.epochs)
      for (const row of epoch.rows)
        for (const other of vector.expect.epochs) {
          const after = other.rows.find(([account, program]) => account === row[0] && program === row[1])
          if (after === undefined || Number(other.epoch) <= Number(epoch.epoch)) continue
          if (BigInt(after[4]) === BigInt(row[4])) continue
          const input = inputOf(vector, epoch, row)
          const total = BigInt(after[4])
          return { input, total, epoch: Number(other.epoch), sources: sourcesOf(vector) }
        }
  throw new Error('no vector has such a row')
}

function promotionRows(vectors: readonly Vector[] = VECTORS) {
  return vectors.flatMap((vector) =>
    vector.expect.epochs.flatMap((epoch) =>
      epoch.rows
        .filter(([, program]) => program === 'promotion')
        .map((row) => ({ vector, epoch, row, input: inputOf(vector, epoch, row) })),
    ),
  )
}

type Promotion = Extract<AccountProgram['calculation'], { rule: 'promotion' }>
function withPromotion(
  input: CheckInput,
  change: (calculation: Promotion) => Partial<Promotion>,
): CheckInput {
  const calculation = input.shown.calculation as Promotion
  return { ...input, shown: { ...input.shown, calculation: { ...calculation, ...change(calculation) } } }
}

/** @returns a row with one qualified member who still holds the position, and a member who is not qualified. The account has an earlier row. */
function promotionExample() {
  const found = promotionRows().find(({ vector, epoch, row, input }) => {
    const { qualified, members } = input.shown.calculation as Promotion
    const states = promotionStates(vector, epoch, row[0])
    const both = qualified === 1 && members.some((member) => !member.qualified)
    return both && states.qualified === 'right' && states.points === 'right' && input.previous !== null
  })
  if (found === undefined) throw new Error('no vector has such a row')
  return { ...found, sources: sourcesOf(found.vector) }
}

describe('the server’s lie about the promotion', () => {
  const { vector, epoch, input, sources } = promotionExample()
  const states = async (changed: CheckInput) => statesOf(await checkBonus(changed, sources))
  const reasonOf = async (changed: CheckInput, of: string) =>
    (await checkBonus(changed, sources)).facts.find(({ name }) => name === of)?.reason
  const by = input.to - 7 * (input.to - input.from)
  const withMember = (of: boolean, change: (member: Promotion['members'][number]) => object) =>
    withPromotion(input, ({ members }) => {
      const place = members.findIndex(({ qualified }) => qualified === of)
      return { members: members.map((one, index) => (index === place ? { ...one, ...change(one) } : one)) }
    })

  it('changes the result: without a lie, the checkable facts are right, and the highest number of qualified members so far is unknown', async () => {
    const found = await states(input)
    expect(found).toEqual({ ...ALL_RIGHT, voucher: 'unknown', qualified: 'right', highest: 'unknown' })
  })

  it('is found in the entitlement', async () => {
    const lie = withPromotion(input, ({ entitled }) => ({ entitled: plusOne(entitled) }))
    expect(await states(lie)).toMatchObject({ points: 'wrong' })
    expect(await reasonOf(lie, 'points')).toBe('entitled')
  })

  it('is found in an entitlement that is also in the file: its growth does not follow the ladder', async () => {
    const { points, bonus, cumulative } = input.shown
    const calculation = { ...(input.shown.calculation as Promotion) }
    calculation.entitled = plusOne(calculation.entitled)
    const lie = { ...input, shown: { ...input.shown, points: plusOne(points), calculation } }
    expect(BigInt(calculation.entitled)).toBe(BigInt(plusOne(points)) + BigInt(cumulative) - BigInt(bonus))
    expect(await reasonOf(lie, 'points')).toBe('growth')
  })

  it('is found in the number of qualified members', async () => {
    for (const qualified of [0, 2]) {
      const lie = withPromotion(input, () => ({ qualified }))
      expect(await states(lie)).toMatchObject({ points: 'wrong', qualified: 'wrong' })
    }
    // This lie changes the members' flags, too, but the entitlement has grown by the amount for one qualified member.
    const none = withPromotion(
      withMember(true, () => ({ qualified: false, since: null })),
      () => ({ qualified: 0 }),
    )
    expect(await states(none)).toMatchObject({ points: 'wrong', qualified: 'wrong' })
    expect(await reasonOf(none, 'qualified')).toBe('chain')
  })

  it('is found in a highest number of qualified members that is below the present number', async () => {
    expect(await states(withPromotion(input, () => ({ highest: 0 })))).toMatchObject({ highest: 'wrong' })
    // A higher number is never called right.
    expect(await states(withPromotion(input, () => ({ highest: 9 })))).toMatchObject({ highest: 'unknown' })
  })

  it('is found in a member’s flag or time, or at least is not called right', async () => {
    const wrong = [
      withMember(true, () => ({ qualified: false })),
      withMember(false, () => ({ qualified: true })),
      withMember(true, () => ({ since: by + 1 })),
      withMember(true, ({ since }) => ({ since: Number(since) + 1, qualified: Number(since) + 1 <= by })),
      withPromotion(input, ({ members }) => ({ members: [...members, ...members], memberCount: 9 })),
      withPromotion(input, ({ members }) => ({
        members: members.map((one) => ({ ...one, address: input.account })),
      })),
      withPromotion(input, ({ members }) => ({ memberCount: members.length - 1 })),
    ]
    for (const lie of wrong) expect(await states(lie)).toMatchObject({ qualified: 'wrong' })
    const unknown = [
      withMember(true, ({ since }) => ({ since: Number(since) - 1 })),
      withMember(true, () => ({ address: `0x${'9'.repeat(40)}` })),
      withMember(true, () => ({ qualified: null, since: null })),
      withPromotion(input, ({ members }) => ({ memberCount: members.length + 1 })),
      withPromotion(input, () => ({ members: [], memberCount: 1 })),
    ]
    for (const lie of unknown) expect(await states(lie)).toMatchObject({ qualified: 'unknown' })
  })

  it('is found in the ladder and in the qualifying amounts: the hash on the chain covers them', async () => {
    const rulesets = (change: object) => vector.rulesets.map((one) => ({ ...one, ...change }))
    for (const change of [
      { ladder: [{ members: 1, amount: '999999' }] },
      { qualifying: [{ pool: rulesetIn(vector, epoch)!.qualifying[0]!.pool, amount: '1' }] },
    ])
      expect(await states({ ...input, rulesets: rulesets(change) })).toMatchObject({
        ruleset: 'wrong',
        points: 'unknown',
        qualified: 'unknown',
      })
  })

  it('is found in the debt, in the total debt, in the budget and in the bonus', async () => {
    const shown = (change: Partial<AccountProgram>) => ({ ...input, shown: { ...input.shown, ...change } })
    const { points, allPoints, grantable, bonus, cumulative } = input.shown
    expect(await states(shown({ points: plusOne(points) }))).toMatchObject({ row: 'wrong', points: 'wrong' })
    expect(await states(shown({ allPoints: plusOne(allPoints) }))).toMatchObject({ row: 'wrong' })
    expect(await states(shown({ grantable: plusOne(grantable) }))).toMatchObject({ row: 'wrong' })
    expect(await states(shown({ bonus: plusOne(bonus) }))).toMatchObject({ row: 'wrong', division: 'wrong' })
    expect(await states(shown({ cumulative: plusOne(cumulative) }))).toMatchObject({
      row: 'wrong',
      cumulative: 'wrong',
      points: 'wrong',
    })
  })

  it('cannot replace the previous epoch’s file: the header of the checked epoch contains the true file’s hash', async () => {
    const text = async (url: string) => {
      const original = await sources.text(url)
      return url.includes(`/${input.epoch - 1}/header`) ? `${original}`.replace(/^(part .*)$/m, '') : original
    }
    const found = statesOf(await checkBonus(input, { ...sources, text }))
    expect(found).toMatchObject({ points: 'unknown' })
  })
})

describe('the check of the promotion', () => {
  const { input, sources, vector, epoch } = promotionExample()
  const silent = () => Promise.reject(new Error('no answer'))

  it('calls no unchecked fact right without the server or without the chain', async () => {
    expect(statesOf(await checkBonus(input, { ...sources, text: silent }))).toMatchObject({
      points: 'unknown',
      qualified: 'unknown',
      highest: 'unknown',
    })
    expect(statesOf(await checkBonus(input, { ...sources, rpc: silent }))).toMatchObject({
      points: 'unknown',
      qualified: 'unknown',
      highest: 'unknown',
    })
  })

  it('does not know the highest number of qualified members in a past epoch: the growth is unknown, too, where it depends on that number', async () => {
    const counts = { right: 0, unknown: 0 }
    for (const row of promotionRows()) {
      const past = withPromotion(row.input, () => ({ highest: null }))
      const { entitled } = standingOf(row.vector, row.epoch, row.input.account)
      const { qualified } = past.shown.calculation as Promotion
      const { ladder = [] } = rulesetIn(row.vector, row.epoch) ?? {}
      const step = ladder.filter(({ members }) => members <= Number(qualified)).at(-1)?.amount ?? '0'
      const { points } = statesOf(await checkBonus(past, sourcesOf(row.vector)))
      expect(['right', 'unknown']).toContain(points)
      counts[points as 'right'] += 1
      if (points === 'right' && BigInt(step) > 0n) expect(entitled <= BigInt(step)).toBe(true)
    }
    expect(counts.right).toBeGreaterThan(10)
    expect(counts.unknown).toBeGreaterThan(1)
  })

  it('calls no unchecked fact right if the number of qualified members is unknown', async () => {
    const past = withPromotion(input, ({ members }) => ({ qualified: null, memberCount: members.length + 5 }))
    expect(statesOf(await checkBonus(past, sources))).toMatchObject({
      points: 'unknown',
      qualified: 'unknown',
    })
  })

  it('computes when a position was opened from its unlock time and its tier', async () => {
    const { contracts } = input
    const where = { multicall: contracts.Multicall3, stakingPools: contracts.StakingPools }
    const accounts = (input.shown.calculation as Promotion).members.map(({ address }) => address)
    const pools = rulesetIn(vector, epoch)!.qualifying.map(({ pool, amount }) => ({
      pool: BigInt(pool),
      least: BigInt(amount),
    }))
    const found = await largePositions(sources.rpc, where, pools, accounts, input.to)
    expect(found).toEqual(accounts.map((account) => sinceOf(vector, epoch, account, Infinity)))
    expect(found.some((since) => since !== null)).toBe(true)
  })
})
