/** What a node has answered, kept as it came until it is compared with another node’s answer (comparing/compare.ts). */
import type { HexString } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import type { NodeName } from './nodeChoice.ts'

/** One call of a view function, and the answer’s bytes. */
export type AnsweredCall = {
  target: HexString
  abi: Abi
  functionName: string
  args: readonly unknown[]
  callData: HexString
  success: boolean
  returnData: HexString
}

/** A separate call, which cannot go through Multicall3. */
export type OwnCall = {
  /** names what is shown of it, as a call of a view function would */
  shown: Pick<AnsweredCall, 'target' | 'abi' | 'functionName' | 'args'>
  transaction: { from?: HexString; to?: HexString; data: HexString }
  returnData: HexString
  success: boolean
  from: NodeName
}

/** Calls that went in one request. */
export type AnsweredBatch = { from: NodeName; calls: AnsweredCall[] }

/** What one poll was answered at its block; the first of `light` is what was asked first. */
export type Answered = { light: AnsweredBatch[]; heavy: AnsweredBatch[]; own: OwnCall[] }
