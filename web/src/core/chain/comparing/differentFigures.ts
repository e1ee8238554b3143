/** Finds the figures that differ between two answers to one call. */
import { decodeFunctionResult } from 'viem/utils'
import type { HexString } from '@galx/protocol/webConfig'
import type { AnsweredCall } from '../answered.ts'
import type { DifferentFigure, Value } from './comparison.ts'

type Bytes = Pick<AnsweredCall, 'success' | 'returnData'>

/** @returns an empty list if both answers are the same. Two refusals count as the same, even with different messages */
export function differentFigures(call: AnsweredCall, second: Bytes): DifferentFigure[] {
  if (call.success === second.success && (!call.success || call.returnData === second.returnData)) return []
  const { target, functionName, args } = call
  const values = [decoded(call, call), decoded(call, second)] as const
  const found: DifferentFigure[] = []
  const walk = (path: readonly string[], one: Value, other: Value) => {
    if (one === other) return
    if (isParted(one) && isParted(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk([...path, name], one[name], other[name])
    } else found.push({ call: { target, functionName, args }, path, first: one, second: other })
  }
  walk([], ...values)
  // The bytes differ although they decode to the same values. This is also a difference.
  if (found.length === 0) walk([], call.returnData, second.returnData)
  return found
}

/** The answer's fields by name; undefined if the contract refused, the raw bytes if they cannot be decoded. */
function decoded({ abi, functionName, args }: AnsweredCall, { success, returnData }: Bytes): Value {
  if (!success) return undefined
  try {
    const value: Value = decodeFunctionResult({ abi, functionName, args, data: returnData })
    return Array.isArray(value) ? named(abi, functionName, value) : value
  } catch {
    return returnData
  }
}

/** Names the outputs of a function with several outputs, if the ABI names them. */
function named(abi: AnsweredCall['abi'], functionName: string, values: readonly Value[]): Value {
  const item = abi.find((entry) => entry.type === 'function' && entry.name === functionName)
  const outputs = item?.type === 'function' ? item.outputs : []
  if (outputs.length < 2) return values
  return Object.fromEntries(values.map((value, index) => [outputs[index]?.name || String(index), value]))
}

function isParted(value: Value): value is Record<string, Value> {
  return typeof value === 'object' && value !== null
}

/** The bytes of an answer to a call outside Multicall3; null if there are none. */
export function asBytes(answer: unknown): HexString | null {
  return typeof answer === 'string' && answer.startsWith('0x') && answer.length > 2
    ? (answer.toLowerCase() as HexString)
    : null
}
