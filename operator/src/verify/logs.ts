/** Logs in ranges that shrink where the node refuses them. */

import { numberToHex, toEventSelector, type AbiEvent, type Address, type Hex, type PublicClient } from 'viem'

export type LogQuery = {
  address: Address
  event: AbiEvent
  fromBlock: bigint
  /** default: the head */
  toBlock?: bigint | undefined
  /** most blocks of one request; default 5 000 */
  range?: bigint | undefined
}

export type FoundLog = { topics: readonly Hex[]; data: Hex; blockNumber: bigint }

/** @throws what the node says when it refuses even a single block */
export async function readLogs(reader: PublicClient, query: LogQuery): Promise<FoundLog[]> {
  const head = query.toBlock ?? (await reader.getBlockNumber())
  const topic = toEventSelector(query.event)
  const found: FoundLog[] = []
  let range = query.range ?? 5_000n
  for (let from = query.fromBlock; from <= head;) {
    const to = from + range - 1n < head ? from + range - 1n : head
    try {
      const logs = await reader.request({
        method: 'eth_getLogs',
        params: [
          { address: query.address, topics: [topic], fromBlock: numberToHex(from), toBlock: numberToHex(to) },
        ],
      })
      for (const log of logs)
        found.push({ topics: log.topics, data: log.data, blockNumber: BigInt(log.blockNumber ?? 0) })
      from = to + 1n
    } catch (error) {
      if (range === 1n) throw error
      range = range / 4n || 1n
    }
  }
  return found
}
