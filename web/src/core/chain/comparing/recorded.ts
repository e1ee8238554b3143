/** Splits a poll's answers into parts that one request to another node can compare. */
import { currentConfig } from '../../config/configStore.ts'
import type { NodeName } from '../nodeChoice.ts'
import type { Answered, AnsweredBatch, AnsweredCall, OwnCall } from '../answered.ts'

export type Recorded = {
  block: bigint
  from: NodeName
  /** calls that tell two nodes’ blocks apart, read at the block like any other state */
  identity: AnsweredCall[]
  calls: AnsweredCall[]
  /** set only for a call outside Multicall3 */
  transaction?: OwnCall['transaction']
}

const IDENTITY = /^get(BlockNumber|CurrentBlockTimestamp|LastBlockHash|CurrentBlockCoinbase)$/

export function recordedOf(block: bigint, { light, heavy, own }: Answered): Recorded[] {
  const [start] = light
  if (start === undefined) return []
  const { Multicall3 } = currentConfig().contracts
  const identity = start.calls.filter(
    ({ target, functionName }) => target === Multicall3 && IDENTITY.test(functionName),
  )
  const whole = ({ from, calls }: AnsweredBatch): Recorded => ({ block, identity, from, calls })
  const calls = light.filter(({ from }) => from === start.from).flatMap((batch) => batch.calls)
  return [
    whole({ from: start.from, calls }),
    ...heavy.map(whole),
    ...own.map(({ shown, transaction, from, ...answer }) => ({
      ...whole({ from, calls: [{ ...shown, ...answer, callData: transaction.data }] }),
      transaction,
    })),
  ]
}
