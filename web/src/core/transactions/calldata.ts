/** Calls ↔ bytes. Reading back is separate from writing, so that what is signed can be compared with what was chosen. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { lowerCase, type Calldata } from './calls/callFile.ts'
import { callFiles, fileOf, type IntendedCall } from './calls/index.ts'

/** @throws Error when the call names a pool or contract that the configuration lacks */
export function encodeCall(call: IntendedCall, config: WebConfig): Calldata {
  return fileOf(call).encode(call, config)
}

/**
 * The call that the bytes encode; null unless the app would write exactly these bytes. A decoder ignores padding that is
 * not zero and bytes behind the end, so the call is encoded again and compared.
 */
export function decodeCall({ to, data, value = 0n }: Calldata, config: WebConfig): IntendedCall | null {
  const calldata = { to: lowerCase(to), data, value }
  for (const { decode } of callFiles) {
    try {
      const call = decode(calldata, config)
      if (call === null) continue
      const written = encodeCall(call, config)
      return written.data === data.toLowerCase() && (written.value ?? 0n) === value ? call : null
    } catch {
      // Bytes that this contract does not understand.
    }
  }
  return null
}

/** The first field in which two calls differ; null when they are the same. */
export function firstDifference(intended: IntendedCall, decoded: IntendedCall | null): string | null {
  if (decoded === null) return 'call'
  const fields = new Set([...Object.keys(intended), ...Object.keys(decoded)])
  const plain = (call: IntendedCall, field: string) =>
    canonical((call as unknown as Record<string, unknown>)[field])
  for (const field of fields) if (plain(intended, field) !== plain(decoded, field)) return field
  return null
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint'
      ? `${item}n`
      : typeof item === 'string' && item.startsWith('0x')
        ? item.toLowerCase()
        : item,
  )
}
