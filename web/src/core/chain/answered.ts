/** The raw answers of a node, kept until they are compared with another node’s answers (comparing/compare.ts). */
import type { HexString } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import type { NodeName } from './nodeChoice.ts'

/** One call of a view function, with the bytes of the answer. */
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
  /** the shown figure, named like a call of a view function */
  shown: Pick<AnsweredCall, 'target' | 'abi' | 'functionName' | 'args'>
  transaction: { from?: HexString; to?: HexString; data: HexString }
  returnData: HexString
  success: boolean
  from: NodeName
}

/** Calls of one request. */
export type AnsweredBatch = { from: NodeName; calls: AnsweredCall[] }

/** All answers of one poll, at the poll's block. The first batch of `light` was requested first. */
export type Answered = { light: AnsweredBatch[]; heavy: AnsweredBatch[]; own: OwnCall[] }
