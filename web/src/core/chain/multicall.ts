/** Many reads in one eth_call, all at one block. */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { currentConfig } from '../config/configStore.ts'
import { multicall3Abi } from './abis.ts'
import type { AnsweredBatch, AnsweredCall, Answered, OwnCall } from './answered.ts'
import { askNodes } from './rpc.ts'
import type { Head } from './chainStore.ts'
import type { ReadContext, ReadView } from './chainRead.ts'

type View = 'view' | 'pure'

type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Returns the result of a read. @throws Error before the batch has run */
export type Answer<T> = () => ReadResult<T>

export type Batch = {
  /** Adds a read of a view function. The ABI gives the type of the result. */
  read<
    const Contract extends Abi,
    Name extends ContractFunctionName<Contract, View>,
    Args extends ContractFunctionArgs<Contract, View, Name> & readonly unknown[],
  >(
    target: HexString,
    abi: Contract,
    functionName: Name,
    args: Args,
  ): Answer<ContractFunctionReturnType<Contract, View, Name, Args>>
  /**
   * Runs the reads through Multicall3. A failed read does not fail the other reads.
   * @returns the calls with the bytes of each answer, and the node that answered
   * @throws if the call as a whole fails (see readRpc)
   */
  run(block?: string): Promise<AnsweredBatch>
}

export function createBatch(): Batch {
  const reads: Omit<AnsweredCall, 'success' | 'returnData'>[] = []
  let results: readonly ReadResult<unknown>[] | null = null

  return {
    read<T>(target: HexString, abi: Abi, functionName: string, args: readonly unknown[]): Answer<T> {
      const place = reads.push({
        target,
        abi,
        functionName,
        args,
        callData: encodeFunctionData({ abi, functionName, args }),
      })
      return () => {
        if (results === null) throw new Error(`${functionName} has not been read yet`)
        return results[place - 1] as ReadResult<T>
      }
    },
    async run(block = 'latest') {
      const calls = reads.map(({ target, callData }) => ({ target, allowFailure: true, callData }))
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      const to = currentConfig().contracts.Multicall3
      // A node that has not reached the contract's deployment yet answers with no bytes.
      const hasBytes = (answer: unknown) => typeof answer === 'string' && answer.length > 2
      const { answer, from } = await askNodes('eth_call', [{ to, data }, block], hasBytes)
      const returned = decodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        data: answer as HexString,
      })
      const answered = reads.map((read, index) => ({
        ...read,
        ...(returned[index] ?? { success: false, returnData: '0x' as const }),
      }))
      results = answered.map(({ success, returnData, ...read }): ReadResult<unknown> => {
        if (!success) return { ok: false, reason: 'the contract refused the call' }
        try {
          return { ok: true, value: decodeFunctionResult({ ...read, data: returnData }) }
        } catch {
          return { ok: false, reason: 'the contract gave no readable answer' }
        }
      })
      return { from, calls: answered }
    },
  }
}

type BatchedReads = {
  reads: Pick<ReadContext, 'read' | 'readHeavy' | 'block' | 'record' | 'time'>
  /** the block of the first call; rejects if no node answers */
  head(): Promise<Head>
  /** the answers at that block so far */
  answered: Answered
}

/** The greatest number of heavy reads in one call. Nodes limit the cost of a call. */
const HEAVY_IN_ONE = 20

/**
 * Batches the reads of one poll. Reads that wait at the same time go into one Multicall3 call. The first call also reads the block's number and time. All later calls ask for that block.
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
