/** Collects the reads of many readers. Reads that wait at the same time go into one Multicall3 call. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { multicall3Abi } from './abis.ts'
import type { Head } from './chainStore.ts'
import type { ReadContext, ReadView } from './chainRead.ts'
import { createBatch, type Answer } from './multicall.ts'
import type { Answered, AnsweredBatch, OwnCall } from './answered.ts'

export type BatchedReads = {
  reads: Pick<ReadContext, 'read' | 'readHeavy' | 'block' | 'record' | 'time'>
  /** the block of the first call; rejects if no node answers */
  head(): Promise<Head>
  /** the answers at that block so far */
  answered: Answered
}

/** The greatest number of heavy reads in one call. Nodes limit the cost of a call. */
const HEAVY_IN_ONE = 20

/**
 * Batches the reads of one poll. The first call also reads the block's number and time. All later calls ask for that block.
 * @param compared whether another node's answers are compared later: the first call then also reads the fields that identify the block
 */
export function batchReads(
  { contracts: { Multicall3: multicall3 } }: WebConfig,
  compared = false,
): BatchedReads {
  const [light, heavy, own]: [AnsweredBatch[], AnsweredBatch[], OwnCall[]] = [[], [], []]
  const ask = (name: 'getBlockNumber' | 'getCurrentBlockTimestamp') =>
    read(multicall3, multicall3Abi, name, [])
  const block = async () => `0x${(await head).number.toString(16)}` as const
  let first = true
  const read = collect(Number.POSITIVE_INFINITY, async (batch) => {
    const starts = first
    first = false
    light.push(...(await run(batch, starts ? null : await block())))
  })
  const readHeavy = collect(HEAVY_IN_ONE, async (batch) => {
    heavy.push(...(await run(batch, await block())))
  })
  const head = Promise.all([ask('getBlockNumber'), ask('getCurrentBlockTimestamp')]).then(
    ([number, timestamp]): Head => ({ number, timestamp: Number(timestamp), readAt: performance.now() }),
  )
  head.catch(() => {})
  if (compared)
    for (const name of ['getLastBlockHash', 'getCurrentBlockCoinbase'] as const)
      read(multicall3, multicall3Abi, name, []).catch(() => {})

  return {
    reads: {
      read,
      readHeavy,
      block,
      record: (call) => void own.push(call),
      time: async () => (await head).timestamp,
    },
    head: () => head,
    answered: { light, heavy, own },
  }
}

/** @returns the answers to compare; none if the node does not have the block yet and has therefore answered for its newest block */
async function run(batch: ReturnType<typeof createBatch>, block: string | null): Promise<AnsweredBatch[]> {
  if (block === null) return [await batch.run()]
  try {
    return [await batch.run(block)]
  } catch {
    await batch.run()
    return []
  }
}

/** @param most the greatest number of reads in one call; further reads go into another call at the same time */
function collect(most: number, carryOut: (batch: ReturnType<typeof createBatch>) => Promise<void>): ReadView {
  let round: {
    batch: ReturnType<typeof createBatch>
    done: Promise<void>
    asked: Map<string, Answer<unknown>>
  }
  let open = false

  /** The batch that collects reads now, or a new batch. A batch runs once all code of the present tick has added its reads. */
  const current = (name: string) => {
    if (open && (round.asked.size < most || round.asked.has(name))) return round
    const batch = createBatch()
    open = true
    const done = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (round.batch === batch) open = false
      return carryOut(batch)
    })
    // The waiting callers get the failure. Without a waiting caller, the failure must not become an unhandled rejection.
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
