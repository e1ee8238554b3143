/** An operation of the timelock: the pair of calls that announces it and carries it out. */
import {
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbiParameters,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { RawCall } from '../chain/simulate.ts'

export type TimelockOperation = {
  /** the id that the timelock computes */
  id: Hex
  /** the calldata of schedule or scheduleBatch */
  schedule: Hex
  /** the calldata of execute or executeBatch */
  execute: Hex
}

const ONE = parseAbiParameters('address, uint256, bytes, bytes32, bytes32')
const SEVERAL = parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32')

/** A single call is announced alone. Several calls are announced as a batch, which is carried out completely or not at all. @param delay seconds */
export function operationOf(calls: readonly RawCall[], salt: Hex, delay: bigint): TimelockOperation {
  const abi = timelockAbi
  const [only] = calls
  if (calls.length === 1 && only !== undefined) {
    const args = [only.to, only.value, only.data, zeroHash, salt] as const
    return {
      id: keccak256(encodeAbiParameters(ONE, args)),
      schedule: encodeFunctionData({ abi, functionName: 'schedule', args: [...args, delay] }),
      execute: encodeFunctionData({ abi, functionName: 'execute', args }),
    }
  }
  const targets = calls.map(({ to }) => to)
  const values = calls.map(({ value }) => value)
  const payloads = calls.map(({ data }) => data)
  const args = [targets, values, payloads, zeroHash, salt] as const
  return {
    id: keccak256(encodeAbiParameters(SEVERAL, args)),
    schedule: encodeFunctionData({ abi, functionName: 'scheduleBatch', args: [...args, delay] }),
    execute: encodeFunctionData({ abi, functionName: 'executeBatch', args }),
  }
}

/** The storage slot in which OpenZeppelin's TimelockController keeps the times from which operations can be carried out: its second slot. */
const TIMESTAMPS_SLOT = 1n

/** The storage that makes an operation ready at once, so that its execution can be simulated. */
export function readyNow(timelock: Address, id: Hex) {
  const slot = keccak256(encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [id, TIMESTAMPS_SLOT]))
  // The contract stores 0 for an unknown operation and 1 for an executed operation. 2 is a time long past.
  const value: Hex = `0x${'2'.padStart(64, '0')}`
  return [{ address: timelock, stateDiff: [{ slot, value }] }]
}
