/** The timelock's announced and not yet executed operations. */
import { decodeAbiParameters, keccak256, toHex, zeroHash, type Address, type Hex } from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { History } from './history.ts'
import { contractAddress, type Place } from './place.ts'
import type { TimelockRole } from './timelockRoles.ts'
import { callText, type Names } from './words.ts'

export type PendingOperation = {
  id: Hex
  /** the time from which it can be executed, unix seconds */
  from: bigint
  /** the timelock's calls, in order */
  calls: readonly string[]
}

/** The data of CallScheduled after its two indexed parameters. */
const SCHEDULED = timelockAbi
  .find((item) => item.type === 'event' && item.name === 'CallScheduled')!
  .inputs.filter((input) => !('indexed' in input && input.indexed))

/** The roles, by their identifiers in OpenZeppelin's timelock. */
export const ROLE_IDS: ReadonlyMap<Hex, TimelockRole> = new Map<Hex, TimelockRole>([
  [zeroHash, 'administrator'],
  [keccak256(toHex('PROPOSER_ROLE')), 'proposer'],
  [keccak256(toHex('CANCELLER_ROLE')), 'canceller'],
  [keccak256(toHex('EXECUTOR_ROLE')), 'executor'],
])

/** @returns the operations, ordered by the time from which they can be executed */
export async function pendingOperations(
  { read, deployment }: Place,
  history: History,
  names: Names,
): Promise<PendingOperation[]> {
  const contract = { address: contractAddress(deployment, 'Timelock'), abi: timelockAbi } as const
  const calls = new Map<Hex, Map<bigint, string>>()
  for (const { topics, data } of history.of('CallScheduled')) {
    const id = topics[1]!
    const [target, value, payload] = decodeAbiParameters(SCHEDULED, data) as unknown as [Address, bigint, Hex]
    const text = callText(names, target, payload, value)
    // An operation that was cancelled and announced again has the same identifier and the same calls.
    calls.set(id, (calls.get(id) ?? new Map<bigint, string>()).set(BigInt(topics[2]!), text))
  }
  const times = await Promise.all(
    [...calls.keys()].map((id) => read({ ...contract, functionName: 'getTimestamp', args: [id] })),
  )
  // The contract stores 0 for a cancelled operation and 1 for an executed operation.
  return [...calls]
    .map(([id, texts], index) => ({ id, from: times[index]!, calls: [...texts.values()] }))
    .filter(({ from }) => from > 1n)
    .sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
}
