/** Answers read from their bytes are what `JSON.parse` and `readLogs` make of them, or they are left to these. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogTable } from '../../src/chain/rpc/logTable.ts'
import { readPlainAnswers } from '../../src/chain/rpc/plainAnswers.ts'
import { readLogs } from '../../src/chain/rpc/shapes.ts'

function hex(length: number) {
  const digit = fc.constantFrom(...'0123456789abcdef')
  return fc.string({ unit: digit, minLength: length, maxLength: length }).map((digits) => `0x${digits}`)
}
/** The most that a quantity may be is among them. */
const quantity = fc
  .oneof(fc.nat({ max: 300 }), fc.constant(2 ** 52 - 1))
  .map((number) => `0x${number.toString(16)}`)

const fields = {
  address: fc.constantFrom(`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`),
  topics: fc.array(hex(64), { maxLength: 4 }),
  data: fc.nat({ max: 3 }).chain((words) => hex(64 * words)),
  blockNumber: quantity,
  transactionHash: hex(64),
  blockHash: fc.constantFrom(`0x${'3c'.repeat(32)}`, `0x${'4d'.repeat(32)}`),
  logIndex: quantity,
}
/** What nodes send besides. */
const others = {
  transactionIndex: quantity,
  blockTimestamp: quantity,
  removed: fc.constant(false),
  named: fc.string({ unit: fc.constantFrom('ä', '€', '😀', 'x') }),
  known: fc.constantFrom(null, true, false),
}
const log = fc
  .record({ ...fields, ...others }, { requiredKeys: Object.keys(fields) as (keyof typeof fields)[] })
  .chain((made) => fc.shuffledSubarray(Object.entries(made), { minLength: Object.keys(made).length }))
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>)
const header = fc.record({ number: quantity, hash: hex(64), text: fc.string(), nested: fc.json().map(parse) })
const result = fc.oneof(fc.array(log, { maxLength: 4 }), header, fc.constant(null), quantity)
const answer = fc
  .tuple(fc.nat(), fc.oneof({ weight: 4, arbitrary: result }, fc.constant(undefined)), fc.boolean())
  .map(([id, given, first]) => {
    const own = given === undefined ? { error: { code: -32_000, message: 'no "answer"' } } : { result: given }
    return first ? { jsonrpc: '2.0', id, ...own } : { ...own, id, jsonrpc: '2.0' }
  })
const answers = fc.array(answer, { minLength: 1, maxLength: 4 })

function parse(text: string): unknown {
  return JSON.parse(text)
}

/** Answers in one list here. */
const MOST = 4

type Fields = Record<string, unknown>

/** What the text says by the way that reads all texts: each list of logs as `readLogs` gives it. @throws as that does */
function readSlowly(text: string): Fields[] {
  return (parse(text) as Fields[]).map((fields) =>
    Array.isArray(fields.result) ? { ...fields, result: readLogs(fields.result) } : fields,
  )
}

function readPlainly(text: string): Fields[] | null {
  const read = readPlainAnswers(Buffer.from(text), MOST)
  return (
    read &&
    read.map((fields) =>
      fields.result instanceof LogTable ? { ...fields, result: [...fields.result] } : { ...fields },
    )
  )
}

it('answers that are written plainly are read from their bytes, in any order of their fields', () => {
  fc.assert(
    fc.property(answers, fc.constantFrom('', '\n'), (made, end) => {
      const text = JSON.stringify(made) + end
      expect(readPlainly(text)).toEqual(readSlowly(text))
    }),
    { numRuns: 1_000 },
  )
})

const plain = {
  ...{ address: `0x${'1a'.repeat(20)}`, topics: [`0x${'5e'.repeat(32)}`], data: `0x${'00'.repeat(32)}` },
  ...{
    blockNumber: '0x7',
    transactionHash: `0x${'6f'.repeat(32)}`,
    blockHash: `0x${'3c'.repeat(32)}`,
    logIndex: '0x0',
  },
}
it('as many logs as there are, however short each of them is', () => {
  const short = { ...plain, topics: [], data: '0x' }
  const logs = Array.from({ length: 500 }, (_, index) => ({ ...short, logIndex: `0x${index.toString(16)}` }))
  const text = JSON.stringify([{ jsonrpc: '2.0', id: 1, result: logs }])
  expect(readPlainly(text)).toEqual(readSlowly(text))
})

it.each([
  ['nothing', []],
  ['one log', [plain]],
])('an answer of many lists of %s takes no more memory than its bytes', (_name, logs) => {
  const given = Array.from({ length: 5_000 }, (_, id) => ({ id, result: logs }))
  const text = JSON.stringify(given)
  const bytes = Buffer.from(text)
  const before = process.memoryUsage().arrayBuffers
  const read = readPlainAnswers(bytes, 5_000)!
  const taken = process.memoryUsage().arrayBuffers - before
  expect(read.map(({ result }) => [...(result as LogTable)])).toEqual(given.map(() => readLogs(logs)))
  // The characters, and the numbers of a log, which are doubled when there is no more room.
  expect(taken).toBeLessThan(2 * bytes.length)
})

const SPOILS = [
  ...'{}[]",:\\ \n\t0x9aAg-.',
  '"id":1,',
  '"removed":true,',
  '"removed":null,',
  'null',
  '\\u0061',
  '0'.repeat(64),
  'ä',
  '',
]

it('whatever is changed in them, they are read as before, or not at all', () => {
  let refused = 0
  let read = 0
  fc.assert(
    fc.property(
      answers,
      fc.array(fc.record({ at: fc.nat(), length: fc.nat({ max: 70 }), text: fc.constantFrom(...SPOILS) }), {
        minLength: 1,
        maxLength: 2,
      }),
      fc.boolean(),
      (made, changes, whole) => {
        let text = JSON.stringify(made)
        for (const { at, length, text: other } of changes) {
          const start = at % text.length
          text = text.slice(0, start) + other + text.slice(start + (whole ? length : 0))
        }
        const plain = orNull(() => readPlainly(text))
        if (plain === null) refused += 1
        else {
          read += 1
          expect(plain).toEqual(readSlowly(text))
        }
      },
    ),
    { numRuns: 6_000 },
  )
  // Both happened, and often.
  expect(Math.min(refused, read)).toBeGreaterThan(300)
})

/** What is no JSON is refused with an error, as `JSON.parse` does. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return null
  }
}

function textWith(log: object): string {
  return JSON.stringify([{ jsonrpc: '2.0', id: 1, result: [plain, log] }])
}

describe('is left to the way that reads all texts:', () => {
  const { data: _left, ...without } = plain
  it.each<[string, string]>([
    ['spaces', JSON.stringify([{ jsonrpc: '2.0', id: 1, result: [plain] }], null, 1)],
    [
      'an address in capitals',
      textWith({ ...plain, address: plain.address.toUpperCase().replace('X', 'x') }),
    ],
    ['a log without data', textWith(without)],
    ['a removed log', textWith({ ...plain, removed: true })],
    ['a fifth topic', textWith({ ...plain, topics: [0, 1, 2, 3, 4].map(() => plain.blockHash) })],
    ['a topic that is too short', textWith({ ...plain, topics: [plain.blockHash.slice(0, -1)] })],
    ['a topic that is too long', textWith({ ...plain, topics: [`${plain.blockHash}0`] })],
    ['a transaction hash that is too long', textWith({ ...plain, transactionHash: `${plain.blockHash}0` })],
    ['a block hash that is too long', textWith({ ...plain, blockHash: `${plain.blockHash}0` })],
    ['an address that is too long', textWith({ ...plain, address: `${plain.address}0` })],
    ['a hash that does not end', textWith(plain).replace(`${plain.blockHash}"`, `${plain.blockHash}0`)],
    ['a field without a colon', textWith({ more: 'x', ...plain }).replace('"more":', '"more";')],
    ['half a word of data', textWith({ ...plain, data: plain.data.slice(0, 34) })],
    ['a quantity without digits', textWith({ ...plain, logIndex: '0x' })],
    ['a quantity that is too long', textWith({ ...plain, blockNumber: `0x${'1'.repeat(14)}` })],
    ['a field written twice', textWith(plain).replace('"data":', `"data":"0x","data":`)],
    ['an escaped name', textWith(plain).replace('"data":', '"dat\\u0061":')],
    ['a number', textWith({ ...plain, weight: 1 })],
    ['a space before a list', textWith(plain).replace('"result":', '"result": ')],
    ['more answers than were asked for', JSON.stringify([1, 2, 3, 4, 5].map((id) => ({ id, result: [] })))],
    ['an answer that is no list', JSON.stringify({ jsonrpc: '2.0', id: 1, result: [] })],
    ['a list of nothing', '[]'],
    ['a field of another protocol', JSON.stringify([{ jsonrpc: '2.0', id: 1, result: [], more: 1 }])],
    ['two results', '[{"id":1,"result":[],"result":[]}]'],
    ['two lists', `${textWith(plain)}${textWith(plain)}`],
    ['nothing', ''],
  ])('%s', (_name, given) => {
    expect(readPlainAnswers(Buffer.from(given), MOST)).toBeNull()
  })

  it('any beginning of an answer', () => {
    const all = textWith(plain)
    for (let length = 0; length < all.length; length += 1)
      expect(orNull(() => readPlainAnswers(Buffer.from(all.slice(0, length)), MOST))).toBeNull()
    expect(readPlainAnswers(Buffer.from(all), MOST)).not.toBeNull()
  })
})
