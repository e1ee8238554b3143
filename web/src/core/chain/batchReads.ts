/** Collects the reads of many readers: those that wait at the same time go in one Multicall3 call. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { multicall3Abi } from './abis.ts'
import type { Head } from './chainStore.ts'
import { createBatch, type Answer } from './multicall.ts'
import type { ReadView } from './chainRead.ts'

export type BatchedReads = {
  read: ReadView
  /** see ReadContext */
  readHeavy: ReadView
  /** the block of the first call. Rejects when no node answers */
  head(): Promise<Head>
}

/** So many heavy reads go in one call: nodes limit what one call may cost. */
const HEAVY_IN_ONE = 20

/** For one poll. The first call also reads the block's number and time. */
export function batchReads({ contracts: { Multicall3: multicall3 } }: WebConfig): BatchedReads {
  const read = collect(Number.POSITIVE_INFINITY)
  const head = Promise.all([
    read(multicall3, multicall3Abi, 'getBlockNumber', []),
    read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp', []),
  ]).then(([number, timestamp]): Head => ({
    number,
    timestamp: Number(timestamp),
    readAt: performance.now(),
  }))
  head.catch(() => {})
  return { read, readHeavy: collect(HEAVY_IN_ONE), head: () => head }
}

/** @param most so many reads go in one call; further ones go in the next, at the same time */
function collect(most: number): ReadView {
  let round: {
    batch: ReturnType<typeof createBatch>
    done: Promise<void>
    asked: Map<string, Answer<unknown>>
  }
  let open = false

  /** The batch that collects reads, or a new one. It runs when all code of this moment has added its reads. */
  const current = (name: string) => {
    if (open && (round.asked.size < most || round.asked.has(name))) return round
    const batch = createBatch()
    open = true
    const done = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (round.batch === batch) open = false
      return batch.run()
    })
    // The waiting callers get the failure. Without a waiting caller it must not be an unhandled rejection.
    done.catch(() => {})
    round = { batch, done, asked: new Map() }
    return round
  }

  return (async (target: `0x${string}`, abi: never, functionName: never, args: never) => {
    const name = `${target}/${String(functionName)}/${String(args)}`
    const { batch, done, asked } = current(name)
    const answer = asked.get(name) ?? (batch.read(target, abi, functionName, args) as Answer<unknown>)
    asked.set(name, answer)
    await done
    const result = answer()
    if (!result.ok) throw new Error(result.reason)
    return result.value
  }) as ReadView
}
