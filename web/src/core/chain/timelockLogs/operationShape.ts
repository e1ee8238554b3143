import type { TimelockOperation } from '@galx/protocol/http/timelock'

/** Whether a server's answer or a stored text has every field of an announced operation. */
export function isOperation(value: unknown): value is TimelockOperation {
  const { id, predecessor, salt, readyAt, scheduledAt, calls } = Object(value) as Record<string, unknown>
  return (
    [id, predecessor, salt].every((word) => matches(word, /^0x[0-9a-f]{64}$/)) &&
    matches(readyAt, /^\d{1,78}$/) &&
    Number.isSafeInteger(scheduledAt) &&
    (calls === null || (Array.isArray(calls) && calls.every(isCall)))
  )
}

function isCall(value: unknown): boolean {
  const { target, value: wei, data } = Object(value) as Record<string, unknown>
  return (
    matches(target, /^0x[0-9a-f]{40}$/) && matches(wei, /^\d{1,78}$/) && matches(data, /^0x([0-9a-f]{2})*$/)
  )
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
