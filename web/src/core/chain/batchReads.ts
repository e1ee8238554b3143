/** Collects the reads of many readers: those that wait at the same time go in one Multicall3 call. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { multicall3Abi } from './abis.ts'
import type { Head } from './chainStore.ts'
import { createBatch, type Answer } from './multicall.ts'
import type { ReadView } from './chainRead.ts'

export type BatchedReads = {
  read: ReadView
  /** the block of the first call. Rejects when no node answers */
  head(): Promise<Head>
}

/** For one poll. The first call also reads the block's number and time. */
export function batchReads({ contracts: { Multicall3: multicall3 } }: WebConfig): BatchedReads {
  let round: {
    batch: ReturnType<typeof createBatch>
    done: Promise<void>
    asked: Map<string, Answer<unknown>>
  }
  let open = false

  /** The batch that collects reads, or a new one. It runs when all code of this moment has added its reads. */
  const current = () => {
    if (open) return round
    const batch = createBatch()
    open = true
    const done = new Promise((resolve) => setTimeout(resolve)).then(() => {
      open = false
      return batch.run()
    })
    // The callers that wait for an answer get the failure. Where none waits, it is not unhandled.
    done.catch(() => {})
    round = { batch, done, asked: new Map() }
    return round
  }

  const read = (async (target: `0x${string}`, abi: never, functionName: never, args: never) => {
    const { batch, done, asked } = current()
    const name = `${target}/${String(functionName)}/${String(args)}`
    const answer = asked.get(name) ?? (batch.read(target, abi, functionName, args) as Answer<unknown>)
    asked.set(name, answer)
    await done
    const result = answer()
    if (!result.ok) throw new Error(result.reason)
    return result.value
  }) as ReadView

  const head = Promise.all([
    read(multicall3, multicall3Abi, 'getBlockNumber', []),
    read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp', []),
  ]).then(([number, timestamp]): Head => ({ number, timestamp: Number(timestamp), readAt: Date.now() }))
  head.catch(() => {})
  return { read, head: () => head }
}
