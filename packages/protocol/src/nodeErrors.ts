/** Reads errors of nodes: distinguishes a contract's answer from a refusal, and finds the words of a refusal in any place. */
import type { NodeRefusal } from './nodeRefusals.ts'

/** An error object of JSON-RPC as it arrived. Its fields may have any type. */
export type RpcErrorObject = { code?: unknown; message?: unknown; data?: unknown }

/**
 * Messages with which nodes report that the called code failed: geth and BSC (core/vm/errors.go), reth and anvil, Nethermind.
 */
const ENDED_BY_CODE = new RegExp(
  [
    '\\brevert|evm error|vm execution error|vm exception|invalid opcode|out of ?gas|gas uint64 overflow|write protection|invalid ?jump',
    'stack (?:under|over)flow|stack limit reached|return data out of bounds|code size exceeded|must not begin with 0xef',
    'insufficient balance for transfer',
  ].join('|'),
  'i',
)

/**
 * Whether the error comes from the contract: the called code reverted or failed. Any other error comes from the node, and another node may
 * answer the same call.
 */
export function isRevert(error: RpcErrorObject): boolean {
  if (error.code === 3 || (revertData(error) ?? '0x') !== '0x') return true
  return typeof error.message === 'string' && ENDED_BY_CODE.test(error.message)
}

/** @returns the bytes with which the contract reverted; null if the error contains none. `0x` is a revert without a reason. */
export function revertData({ data }: RpcErrorObject): `0x${string}` | null {
  const held = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  const hex = typeof held === 'string' ? held.replace(/^reverted /i, '') : ''
  return /^0x(?:[0-9a-f]{2})*$/i.test(hex) ? (hex as `0x${string}`) : null
}

/** The number of levels of nested objects and lists that are searched for words. */
const DEEPEST = 5

/**
 * The words of an error, wherever the node puts them: in the message, in the data, in a nested error, or in JSON as text.
 * @param error an error object, a text, or the body of an HTTP answer with an error
 * @param retryAfter milliseconds from the header; null without the header
 */
export function readRefusal(
  error: unknown,
  httpStatus: number | null,
  retryAfter: number | null,
): NodeRefusal {
  const found: Found = { code: null, words: [], backoff: null }
  collect(error, found, DEEPEST)
  const words = [...new Set(found.words)].join(' ')
  const message = words === '' ? (httpStatus === null ? 'no message' : `HTTP ${httpStatus}`) : words
  return { httpStatus, code: found.code, message, retryAfter: retryAfter ?? found.backoff }
}

type Found = { code: number | string | null; words: string[]; backoff: number | null }

function collect(value: unknown, found: Found, depth: number): void {
  if (depth === 0 || value === null || value === undefined) return
  if (typeof value === 'string') return collectText(value, found, depth)
  // A refused batch is a list whose first answer has the reason.
  if (Array.isArray(value)) return collect(value.find(hasError) ?? value[0], found, depth - 1)
  if (typeof value !== 'object') return
  const { code, message, error, data, cause, backoff_seconds: seconds } = value as Record<string, unknown>
  if (found.code === null && (typeof code === 'number' || typeof code === 'string')) found.code = code
  if (typeof seconds === 'number' && seconds >= 0) found.backoff = Math.round(seconds * 1000)
  for (const inner of [message, error, data, cause]) collect(inner, found, depth - 1)
}

function collectText(text: string, found: Found, depth: number): void {
  const trimmed = text.trim()
  if (/^[{[]/.test(trimmed)) {
    let parsed: unknown
    try {
      parsed = JSON.parse(trimmed)
    } catch {
      found.words.push(trimmed)
      return
    }
    collect(parsed, found, depth - 1)
  } else if (trimmed !== '' && !/^0x[0-9a-f]*$/i.test(trimmed)) found.words.push(trimmed)
}

function hasError(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'error' in answer
}
