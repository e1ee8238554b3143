/** Reads the body of a node's HTTP answer, which may be a page of a proxy. */
import { readRefusal } from './nodeErrors.ts'
import { sortRefusal } from './nodeRefusals.ts'

/** `words`: the body is no answer of JSON-RPC. The words are the body's text on one line, or the HTTP status. */
export type RpcAnswer = { result: unknown } | { error: unknown } | { words: string }

export function readAnswer(body: string, httpStatus: number): RpcAnswer {
  const { result, error } = parse(body)
  if (error !== undefined && error !== null) return { error }
  if (result !== undefined) return { result }
  return { words: sortRefusal(readRefusal(body, httpStatus, null)).message }
}

function parse(body: string): { result?: unknown; error?: unknown } {
  try {
    return Object(JSON.parse(body)) as object
  } catch {
    return {}
  }
}
