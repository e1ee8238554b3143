/** The golden vectors equal the results of the naive engine. Figures that are small enough were also worked out by hand. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { parseRulesets, rulesetText } from '../../src/rulesets.ts'
import { computeEpochs } from './naive.ts'
import type { Vector } from './rawWorld.ts'
import { ANN, BOB, CID, EVE, GUS } from './story.ts'
import { STORIES } from './stories.ts'

vi.setConfig({ testTimeout: 60_000 })

const FOLDER = new URL('../../vectors/rewards/', import.meta.url)

const VECTORS = STORIES.map(({ shows, world }): Vector => {
  const { name, ...rest } = world
  const epochs = computeEpochs(world).map(({ parts: _, standings: __, ...epoch }) => epoch)
  return { name, shows, ...rest, expect: { epochs } }
})

function fileOf({ name }: Vector): string {
  return `${name.replaceAll(' ', '-')}.json`
}
/** Each block, log and row takes one line, so that a file is short and a change is easy to find. */
function textOf(vector: Vector): string {
  const lines: string[] = []
  const write = (value: unknown, indent: string, name: string, end: string) => {
    const whole = `${indent}${name}${JSON.stringify(value)}${end}`
    const nested = typeof value === 'object' && value !== null && whole.length > 400
    if (!nested) return lines.push(whole)
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    lines.push(`${indent}${name}${open}`)
    const entries = Object.entries(value)
    for (const [index, [key, item]] of entries.entries())
      write(
        item,
        `${indent} `,
        Array.isArray(value) ? '' : `"${key}": `,
        index < entries.length - 1 ? ',' : '',
      )
    return lines.push(`${indent}${close}${end}`)
  }
  write(vector, '', '', '')
  return `${lines.join('\n')}\n`
}

describe('the golden vectors', () => {
  // UPDATE_VECTORS=1 npx vitest run test/rewards/vectors.test.ts writes the files; the figures by hand below do not change.
  if (process.env.UPDATE_VECTORS === '1')
    for (const vector of VECTORS) writeFileSync(new URL(fileOf(vector), FOLDER), textOf(vector))

  it('are exactly the vectors of the stories', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(VECTORS.map(fileOf).sort())
  })

  it.each(VECTORS.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const file = JSON.parse(readFileSync(new URL(fileOf(vector), FOLDER), 'utf8')) as Vector
    expect(file).toEqual(vector)
  })
})

describe('docs/rewards.md', () => {
  it('shows the ruleset, the header and a part of the vector two-pools as they are', () => {
    const text = readFileSync(new URL('../../../../docs/rewards.md', import.meta.url), 'utf8')
    const { world } = STORIES.find((story) => story.world.name === 'two-pools')!
    const [epoch] = computeEpochs(world)
    expect(text).toContain(`\n\`\`\`\n${rulesetText(parseRulesets(world.rulesets)[0]!)}\`\`\`\n`)
    expect(text).toContain(`\n\`\`\`\n${epoch!.header}\`\`\`\n`)
    expect(text).toContain(epoch!.headerHash)
    expect(text).toContain(`\n\`\`\`\n${epoch!.parts[0]!.text}\`\`\`\n`)
  })
})

/** By vector and epoch: account, program, points, bonus, cumulative. */
const BY_HAND: Record<
  string,
  Record<number, readonly (readonly [string, string, number, number, number])[]>
> = {
  binding: {
    1000: [
      [ANN, 'btc', 100 * 60 + 200 * 30 + 50 * 15, 809, 809],
      [EVE, 'btc', 50 * 60, 190, 190],
    ],
  },
  cap: {
    1000: [
      [ANN, 'btc', 50 * 20 + 100 * 40, 400, 400],
      [CID, 'btc', 125 * 60, 600, 600],
    ],
    1001: [
      [ANN, 'btc', 100 * 60, 444, 844],
      [CID, 'btc', 125 * 60, 555, 1155],
    ],
  },
  'two-pools': {
    1000: [
      [ANN, 'galx', 50 * 60, 666, 666],
      [CID, 'galx', 25 * 60, 333, 333],
    ],
  },
  'vault-shares': {
    1000: [
      [ANN, 'zn', 2_600 * 10 ** 12, 1000, 1000],
      [ANN, 'node', 600 + 200 + 600 + 590 + 580, 1000, 1000],
    ],
  },
  'one-second': {
    1000: [
      [ANN, 'btc', 10 * 20 + 13 * 40, 1000, 1000],
      [ANN, 'node', 19, 1000, 1000],
    ],
  },
  'no-block': {
    1000: [[ANN, 'btc', 10 * 60, 1000, 1000]],
    1001: [[ANN, 'btc', 10 * 10 + 11 * 50, 1000, 2000]],
    1002: [[ANN, 'btc', 11 * 60, 1000, 3000]],
    1003: [[ANN, 'btc', 11 * 60, 1000, 4000]],
  },
  boundary: {
    1000: [[ANN, 'btc', 20, 1000, 1000]],
    1001: [[ANN, 'btc', 5 * 60, 700, 1700]],
    1002: [
      [ANN, 'btc', 5 * 60, 500, 2200],
      [CID, 'btc', 5 * 60, 500, 500],
    ],
  },
  'late-funding': {
    1000: [[ANN, 'btc', 600, 0, 0]],
    1001: [[ANN, 'btc', 600, 0, 0]],
    1002: [[ANN, 'btc', 600, 300, 300]],
    1003: [[ANN, 'btc', 600, 1000, 1300]],
    1004: [[ANN, 'btc', 600, 1000, 2300]],
    1005: [[ANN, 'btc', 600, 500, 2800]],
    1006: [[ANN, 'btc', 600, 0, 2800]],
  },
  'stolen-signer': {
    1000: [[ANN, 'btc', 600, 1000, 1000]],
    1001: [[ANN, 'btc', 600, 0, 1000]],
    1002: [[ANN, 'btc', 600, 500, 1500]],
    1003: [
      [GUS, 'btc', 30 * 40, 666, 666],
      [ANN, 'btc', 600, 333, 1833],
    ],
    1004: [
      [GUS, 'btc', 30 * 60, 750, 1416],
      [ANN, 'btc', 600, 250, 2083],
    ],
  },
  'node-line': {
    1000: [
      [ANN, 'node', 20 * 10 + 15 * 20 + 20 * 10 + 6 * 10, 666, 666],
      [BOB, 'node', 14 * 20, 245, 245],
      [CID, 'node', 5 * 20, 87, 87],
    ],
    1001: [[ANN, 'node', 20 * 40, 1000, 1666]],
  },
  'promotion-ladder': {
    1005: [],
    1006: [[ANN, 'promotion', 2, 2, 2]],
    1007: [
      [ANN, 'promotion', 2, 2, 4],
      [EVE, 'promotion', 2, 2, 2],
    ],
    1097: [
      [ANN, 'promotion', 2, 2, 184],
      [EVE, 'promotion', 2, 2, 182],
    ],
    1098: [
      [ANN, 'promotion', 1, 1, 185],
      [EVE, 'promotion', 2, 2, 184],
    ],
    1099: [[EVE, 'promotion', 1, 1, 185]],
    1100: [],
  },
  'promotion-moves': {
    1006: [[ANN, 'promotion', 11, 11, 11]],
    1007: [[ANN, 'promotion', 11, 11, 22]],
    1008: [[ANN, 'promotion', 2, 2, 24]],
    1009: [[ANN, 'promotion', 2, 2, 26]],
    1010: [],
    1016: [],
    1017: [[ANN, 'promotion', 2, 2, 28]],
    1018: [[ANN, 'promotion', 2, 2, 30]],
  },
  'promotion-owed': {
    1006: [
      [ANN, 'promotion', 11, 11, 11],
      [EVE, 'promotion', 2, 2, 2],
    ],
    1007: [
      [ANN, 'promotion', 11, 10, 21],
      [EVE, 'promotion', 2, 1, 3],
    ],
    1008: [
      [ANN, 'promotion', 12, 0, 21],
      [EVE, 'promotion', 3, 0, 3],
    ],
    1009: [
      [ANN, 'promotion', 23, 0, 21],
      [EVE, 'promotion', 5, 0, 3],
    ],
    1010: [
      [ANN, 'promotion', 34, 31, 52],
      [EVE, 'promotion', 7, 6, 9],
    ],
    1011: [
      [ANN, 'promotion', 14, 0, 52],
      [EVE, 'promotion', 3, 0, 9],
    ],
  },
  'ruleset-change': {
    1001: [
      [ANN, 'btc', 10 * 60, 1000, 2000],
      [ANN, 'node', 16 * 60, 1000, 2000],
    ],
    1002: [
      [ANN, 'node', 6 * 60, 1000, 3000],
      [ANN, 'btc', 3 * 60, 1000, 3000],
    ],
  },
  'no-points': {
    1000: [],
    1001: [],
    1002: [
      [ANN, 'btc', 50, 1000, 1000],
      [ANN, 'node', 50, 1000, 1000],
    ],
  },
  boost: {
    1000: [
      [ANN, 'btc', 50 * 15 + 55 * 45, 1000, 1000],
      [ANN, 'node', 90 * 45 + 180 * 15, 1000, 1000],
    ],
  },
  'one-product': {
    1000: [
      [ANN, 'btc', 1200, 333, 333],
      [ANN, 'mcm', 1200, 0, 0],
      [CID, 'btc', 2400, 666, 666],
      [CID, 'mcm', 2400, 0, 0],
    ],
    1001: [
      [ANN, 'btc', 1200, 133, 466],
      [ANN, 'mcm', 1200, 233, 233],
      [CID, 'btc', 2400, 266, 932],
      [CID, 'mcm', 2400, 466, 466],
    ],
    1002: [
      [ANN, 'btc', 1200, 0, 466],
      [ANN, 'mcm', 1200, 0, 233],
      [CID, 'btc', 2400, 0, 932],
      [CID, 'mcm', 2400, 0, 466],
    ],
  },
}

describe('worked out by hand', () => {
  const cases = Object.entries(BY_HAND).flatMap(([name, epochs]) =>
    Object.entries(epochs).map(([epoch, rows]) => ({ name, epoch, rows })),
  )
  it.each(cases)('$name, epoch $epoch', ({ name, epoch, rows }) => {
    const vector = VECTORS.find((one) => one.name === name)!
    const found = vector.expect.epochs.find((one) => one.epoch === epoch)!
    expect(found.rows).toEqual(
      rows.map(([account, program, ...figures]) => [account, program, ...figures.map(String)]),
    )
  })

  it('an epoch without a block gives EpochLog the last block before its end', () => {
    const { blocks, expect: expected } = VECTORS.find(({ name }) => name === 'no-block')!
    const [before, inside, after] = blocks.slice(1)
    expect([before, inside, after].map((block) => block!.timestamp - 60_000)).toEqual([-2, 70, 250])
    const { number } = before!
    expect(expected.epochs.map(({ blockNumber }) => blockNumber)).toEqual([
      number,
      number + 1,
      number + 1,
      number + 1,
    ])
    expect(expected.epochs[0]!.header).toContain('\nfirst -\nlast -\nprevious -\n')
    expect(expected.epochs[1]!.header).toContain(`\nfirst ${number + 1} ${inside!.hash}\nlast ${number + 1} `)
  })

  it('fifty passes in one line bring as much as one pass over the same power', () => {
    const [epoch] = VECTORS.find(({ name }) => name === 'node-fifty')!.expect.epochs
    const outsider = epoch!.rows.filter(([account]) => account === EVE)
    const line = epoch!.rows.filter(([account]) => account !== EVE)
    expect(outsider).toEqual([[EVE, 'node', `${147 * 60}`, '500', '500']])
    expect(line).toHaveLength(49)
    expect(new Set(line.map(([, , points, bonus]) => `${points} ${bonus}`))).toEqual(
      new Set([`${3 * 60} 10`]),
    )
  })
})
