/** A node of a model chain whose only logs are the timelock's. It limits ranges, keeps logs for some blocks, and counts requests. */
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { HexString } from '@galx/protocol/webConfig'
import { encodeEventTopics, encodeAbiParameters, keccak256, parseAbiParameters, zeroHash } from 'viem'
import { RpcError } from '../../../src/core/chain/rpc.ts'

export const TIMELOCK: HexString = `0x${'71'.repeat(20)}`
const TARGET: HexString = `0x${'aa'.repeat(20)}`
const SALT: HexString = `0x${'5a'.repeat(32)}`

type Log = { address: string; topics: unknown; data: string; block: number }
type Limits = {
  /** seconds between two blocks */
  blockTime?: number
  /** blocks */
  range?: number
  /** the node's newest block */
  head?: number
  /** the oldest block whose logs the node keeps */
  oldest?: number
  refusal?: (blocks: number) => RpcError | null
}

/** The logs of an announcement of these calls, and its identifier. */
export function announcement(
  block: number,
  datas: readonly HexString[],
  { salt = SALT, delay = 172_800n, timelock = TIMELOCK, target = TARGET } = {},
) {
  const order = [zeroHash, salt] as const
  const targets = datas.map(() => target)
  const id = keccak256(
    encodeAbiParameters(parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32'), [
      targets,
      datas.map(() => 0n),
      datas,
      ...order,
    ]),
  )
  const logs: Log[] = datas.map((data, index) => ({
    address: timelock,
    block,
    topics: encodeEventTopics({
      abi: timelockAbi,
      eventName: 'CallScheduled',
      args: { id, index: BigInt(index) },
    }),
    data: encodeAbiParameters(parseAbiParameters('address, uint256, bytes, bytes32, uint256'), [
      target,
      0n,
      data,
      zeroHash,
      delay,
    ]),
  }))
  const salted: Log = {
    address: timelock,
    block,
    topics: encodeEventTopics({ abi: timelockAbi, eventName: 'CallSalt', args: { id } }),
    data: encodeAbiParameters(parseAbiParameters('bytes32'), [salt]),
  }
  return { id, logs: [...logs, ...(salt === zeroHash ? [] : [salted])] }
}

export function modelNode(logs: readonly Log[], given: Limits = {}) {
  const limits = { blockTime: 0.45, range: Number.POSITIVE_INFINITY, head: 2 ** 40, oldest: 0, ...given }
  const asked: string[] = []
  const ranges: [number, number][] = []
  const timeOf = (block: number) => 1_700_000_000 + Math.floor(block * limits.blockTime)
  async function ask(method: string, [first]: readonly unknown[]): Promise<unknown> {
    asked.push(method)
    if (method === 'eth_getBlockByNumber') {
      const number = first === 'latest' ? limits.head : Number(first)
      if (number > limits.head) throw new RpcError('header not found', -32_000, undefined)
      return { number: `0x${number.toString(16)}`, timestamp: `0x${timeOf(number).toString(16)}` }
    }
    const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string }
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    const refusal = limits.refusal?.(to - from + 1) ?? null
    if (refusal !== null) throw refusal
    if (to - from + 1 > limits.range)
      throw new RpcError(`exceed maximum block range: ${limits.range}`, -32_000, undefined)
    if (from < limits.oldest) throw new RpcError('pruned history unavailable', 4_444, undefined)
    ranges.push([from, to])
    return logs
      .filter(({ block }) => block >= from && block <= Math.min(to, limits.head))
      .map(({ block, ...log }) => ({ ...log, blockNumber: `0x${block.toString(16)}` }))
  }
  return { ask, asked, ranges, timeOf, limits }
}
