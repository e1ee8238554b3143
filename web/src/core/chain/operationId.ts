import type { TimelockOperation } from '@galx/protocol/http/timelock'
import type { HexString } from '@galx/protocol/webConfig'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem/utils'

/** OpenZeppelin's TimelockController hashes a single call and a batch differently. */
const SINGLE = parseAbiParameters('address, uint256, bytes, bytes32, bytes32')
const BATCH = parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32')

/** Whether the identifier is the hash of exactly these calls. */
export function isIdentified({ id, calls, predecessor, salt }: TimelockOperation): boolean {
  if (calls === null) return false
  const order = [predecessor, salt] as [HexString, HexString]
  const targets = calls.map(({ target }) => target as HexString)
  const values = calls.map(({ value }) => BigInt(value))
  const data = calls.map((call) => call.data as HexString)
  const batch = keccak256(encodeAbiParameters(BATCH, [targets, values, data, ...order]))
  const [target] = targets
  if (target === undefined || targets.length > 1) return batch === id
  return (
    batch === id || keccak256(encodeAbiParameters(SINGLE, [target, values[0]!, data[0]!, ...order])) === id
  )
}
