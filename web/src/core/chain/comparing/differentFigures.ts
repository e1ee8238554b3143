/** Which figures differ between two answers to one call. */
import { decodeFunctionResult } from 'viem/utils'
import type { HexString } from '@galx/protocol/webConfig'
import type { AnsweredCall } from '../answered.ts'
import type { DifferentFigure, Value } from './comparison.ts'

type Bytes = Pick<AnsweredCall, 'success' | 'returnData'>

/** @returns empty where both say the same; two refusals are the same, whatever their words */
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
  // Other bytes that mean the same to this decoder are other bytes all the same.
  if (found.length === 0) walk([], call.returnData, second.returnData)
  return found
}

/** Fields by their names; undefined where the contract refused, the bytes themselves where they cannot be read. */
function decoded({ abi, functionName, args }: AnsweredCall, { success, returnData }: Bytes): Value {
  if (!success) return undefined
  try {
    const value: Value = decodeFunctionResult({ abi, functionName, args, data: returnData })
    return Array.isArray(value) ? named(abi, functionName, value) : value
  } catch {
    return returnData
  }
}

/** Several outputs come as a list: by their names where they have any. */
function named(abi: AnsweredCall['abi'], functionName: string, values: readonly Value[]): Value {
  const item = abi.find((entry) => entry.type === 'function' && entry.name === functionName)
  const outputs = item?.type === 'function' ? item.outputs : []
  if (outputs.length < 2) return values
  return Object.fromEntries(values.map((value, index) => [outputs[index]?.name || String(index), value]))
}

function isParted(value: Value): value is Record<string, Value> {
  return typeof value === 'object' && value !== null
}

/** The bytes of both answers side by side, for calls that are not Multicall3's. */
export function asBytes(answer: unknown): HexString | null {
  return typeof answer === 'string' && answer.startsWith('0x') && answer.length > 2
    ? (answer.toLowerCase() as HexString)
    : null
}
