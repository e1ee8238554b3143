/** Encodes calls, and decodes bytes. Decoding is separate from encoding, so that the signed bytes can be compared with the chosen call. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { lowerCase, type Calldata } from './calls/callFile.ts'
import { callFiles, fileOf, type IntendedCall } from './calls/index.ts'

/** @throws Error if the call names a pool or contract that the configuration lacks */
export function encodeCall(call: IntendedCall, config: WebConfig): Calldata {
  return fileOf(call).encode(call, config)
}

/**
 * The call that the bytes encode; null unless the app would write exactly these bytes. A decoder ignores non-zero padding
 * and bytes after the end, so the decoded call is encoded again and its bytes are compared.
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
      // This contract cannot decode the bytes.
    }
  }
  return null
}

/** The first field in which two calls differ; null if they are equal. */
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
