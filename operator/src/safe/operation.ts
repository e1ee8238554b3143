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
  /** as the timelock computes it */
  id: Hex
  /** the calldata of schedule or scheduleBatch */
  schedule: Hex
  /** the calldata of execute or executeBatch */
  execute: Hex
}

const ONE = parseAbiParameters('address, uint256, bytes, bytes32, bytes32')
const SEVERAL = parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32')

/** One call is announced by itself, several as a batch that is carried out whole or not at all. @param delay seconds */
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

/** Where OpenZeppelin's TimelockController keeps from when an operation can be carried out: its second storage slot. */
const TIMESTAMPS_SLOT = 1n

/** The storage that makes an operation ready at once, for a simulation of what carrying it out will do. */
export function readyNow(timelock: Address, id: Hex) {
  const slot = keccak256(encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [id, TIMESTAMPS_SLOT]))
  // The contract keeps 0 for one it does not know and 1 for one that is done: 2 is a time long past.
  const value: Hex = `0x${'2'.padStart(64, '0')}`
  return [{ address: timelock, stateDiff: [{ slot, value }] }]
}
