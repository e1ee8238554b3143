/**
 * A node's answers read from their bytes as they are: what `JSON.parse` would give, but for lists of logs, which become tables. Only answers that are written
 * plainly are read here; they are most of what a backfill reads.
 */
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  endOfPlainString,
  isAt,
} from './plainJson.ts'
import { readPlainLogs } from './plainLogs.ts'

const LINE_END = 0x0a
const RESULT = Buffer.from('"result":')

/** JSON-RPC's. */
const NAMES = new Set(['jsonrpc', 'id', 'result', 'error'])
type Fields = Record<string, unknown>

/** @returns null for what is no list of answers, or not written plainly @throws SyntaxError for what is no JSON */
export function readPlainAnswers(bytes: Buffer): Fields[] | null {
  if (bytes[0] !== OPEN_LIST) return null
  const answers: Fields[] = []
  let at = 0
  do {
    const answer = readAnswer(bytes, at + 1)
    if (answer === null) return null
    answers.push(answer.fields)
    at = answer.end
  } while (bytes[at] === COMMA)
  if (bytes[at] !== CLOSE_LIST) return null
  do at += 1
  while (bytes[at] === LINE_END)
  return at === bytes.length ? answers : null
}

function readAnswer(bytes: Buffer, start: number): { fields: Fields; end: number } | null {
  if (bytes[start] !== OPEN_OBJECT) return null
  const fields: Fields = {}
  let at = start
  do {
    const name = at + 1
    const colon = endOfPlainString(bytes, name)
    if (colon < 0 || bytes[colon] !== COLON) return null
    const field = bytes.toString('latin1', name + 1, colon - 1)
    if (!NAMES.has(field) || Object.hasOwn(fields, field)) return null
    const value = readValue(bytes, colon + 1, isAt(bytes, name, RESULT))
    if (value === null) return null
    fields[field] = value.value
    at = value.end
  } while (bytes[at] === COMMA)
  return bytes[at] === CLOSE_OBJECT ? { fields, end: at + 1 } : null
}

function readValue(bytes: Buffer, start: number, mayBeLogs: boolean): { value: unknown; end: number } | null {
  if (mayBeLogs && bytes[start] === OPEN_LIST) {
    const read = readPlainLogs(bytes, start)
    return read && { value: read.logs, end: read.end }
  }
  const end = endOfValue(bytes, start)
  return { value: JSON.parse(bytes.toString('utf8', start, end)), end }
}

/** @returns the place behind the value, if it is JSON */
function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at += 1) {
    const code = bytes[at]
    if (code === QUOTE) at = endOfString(bytes, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (depth === 0) return at
      depth -= 1
    } else if (code === COMMA && depth === 0) return at
  }
  return bytes.length
}

/** @returns where its last quote is */
function endOfString(bytes: Buffer, quote: number): number {
  let at = quote + 1
  for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1
  return at
}
