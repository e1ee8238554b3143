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
} from './plainJson.ts'
import { PlainLogs, type PlainList } from './plainLogs.ts'

const [LINE_END, SPACE] = [0x0a, 0x20]

/** JSON-RPC's. */
const NAMES = new Set(['jsonrpc', 'id', 'result', 'error'])
type Fields = Record<string, unknown>

/**
 * @param most answers that were asked for
 * @returns null for what is no list of so many answers at most, or not written plainly @throws SyntaxError for what is no JSON
 */
export function readPlainAnswers(bytes: Buffer, most: number): Fields[] | null {
  if (bytes[0] !== OPEN_LIST) return null
  const logs = new PlainLogs(bytes)
  const answers: Answer[] = []
  let at = 0
  do {
    const answer = answers.length < most ? readAnswer(bytes, at + 1, logs) : null
    if (answer === null) return null
    answers.push(answer)
    at = answer.end
  } while (bytes[at] === COMMA)
  if (bytes[at] !== CLOSE_LIST) return null
  do at += 1
  while (bytes[at] === LINE_END)
  if (at < bytes.length) return null
  return answers.map(({ fields, list }) => (list ? { ...fields, result: logs.table(list) } : fields))
}

/** `list`: the result, where it is a list of logs. */
type Answer = { fields: Fields; list: PlainList | null; end: number }

function readAnswer(bytes: Buffer, start: number, logs: PlainLogs): Answer | null {
  if (bytes[start] !== OPEN_OBJECT) return null
  const fields: Fields = {}
  let list: PlainList | null = null
  let at = start
  do {
    const name = at + 1
    const colon = endOfPlainString(bytes, name)
    if (colon < 0 || bytes[colon] !== COLON) return null
    const field = bytes.toString('latin1', name + 1, colon - 1)
    if (!NAMES.has(field) || Object.hasOwn(fields, field)) return null
    const value = colon + 1
    if (field === 'result' && bytes[value] === OPEN_LIST) {
      list = logs.read(value)
      if (list === null) return null
      fields.result = undefined
      at = list.end
    } else {
      if (bytes[value]! <= SPACE) return null
      at = endOfValue(bytes, value)
      fields[field] = JSON.parse(bytes.toString('utf8', value, at))
    }
  } while (bytes[at] === COMMA)
  return bytes[at] === CLOSE_OBJECT ? { fields, list, end: at + 1 } : null
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
