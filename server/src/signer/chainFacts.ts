/**
 * The signer's requests to the chain. Several nodes get the same request about the same block, and all that answer must agree:
 * no single node decides what is signed.
 */
import { decodeFunctionResult, encodeFunctionData, type Abi, type Address, type Hex } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { Deployment } from '@galx/protocol/deployment'
import { RpcFault } from '../chain/rpc/fault.ts'
import { createNodes, type Nodes } from '../chain/rpc/nodes.ts'
import { PassingFault } from '../platform/faults.ts'

/** No node answers, or two say different things about a final block. */
class ChainUndecided extends PassingFault {
  override name = 'ChainUndecided'
}

type FinalBlock = { number: number; timestamp: number; hash: Hex }
export type PublishedEpoch = { epoch: number; hash: Hex; blockNumber: number }

export type FinalFacts = {
  block: FinalBlock
  /** by program id: wei that have vested */
  vested: ReadonlyMap<bigint, bigint>
  /** whose vouchers RewardVouchers pays, lower case; the zero address: nobody's */
  payable: Address
  /** lower case; the zero address: nobody */
  publisher: Address
  /** the first epoch that EpochLog takes */
  firstEpoch: number
  /** from the epoch that was asked for, in order */
  published: readonly PublishedEpoch[]
}

export type SignerChain = {
  /** @param from epochs published from this one on; null: from the first */
  finalFacts(from: number | null): Promise<FinalFacts>
  /** Epochs that a final block's EpochLog has, from this one on, in order: some hundred of them. */
  publishedFrom(epoch: number): Promise<readonly PublishedEpoch[]>
  /**
   * Every epoch that EpochLog had at the end of a block, in order.
   * @param block a final one, so recent that nodes still know its state; null: the newest final block
   */
  publishedAt(block: number | null): Promise<readonly PublishedEpoch[]>
  /** Unix seconds of a block and of the one after it, as all nodes that answer have them. Both are final. */
  timesFrom(block: number): Promise<readonly [number, number]>
  /** the epoch that the newest block's EpochLog takes next */
  nextEpoch(): Promise<number>
  /** Asks the first node that answers, in order. @throws ChainUndecided, with a node's refusal too */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Epochs read at once. */
const PAGE = 500n
const ANSWER_BYTES = 256 * 1024

/** @param urls of the nodes, with everything that their addresses carry */
export function signerChain(urls: readonly string[], { contracts }: Deployment): SignerChain {
  const log = { address: contracts.EpochLog.address as Address, abi: epochLogAbi }
  const vouchers = { address: contracts.RewardVouchers.address as Address, abi: rewardVouchersAbi }
  const all = createNodes(urls)
  const each = urls.map((url) => createNodes([url]))

  const readAt = async (
    block: Pick<FinalBlock, 'number'>,
    { address, abi }: { address: Address; abi: Abi },
    name: string,
    args: readonly bigint[] = [],
  ) => {
    const data = encodeFunctionData({ abi, functionName: name, args })
    const answer = await agree(each, 'eth_call', [{ to: address, data }, hexOf(block.number)])
    return decodeFunctionResult({ abi, functionName: name, data: answer as Hex }) as unknown
  }
  /** @param firstEpoch the first one that EpochLog takes */
  const publishedAt = async (
    block: Pick<FinalBlock, 'number'>,
    from: number,
    firstEpoch: number,
  ): Promise<PublishedEpoch[]> => {
    const epochs = await readAt(block, log, 'epochs', [BigInt(from), PAGE])
    return (epochs as { hash: Hex; blockNumber: bigint }[]).map(({ hash, blockNumber }, index) => ({
      epoch: Math.max(from, firstEpoch) + index,
      hash,
      blockNumber: Number(blockNumber),
    }))
  }

  return {
    async finalFacts(from) {
      const block = await finalBlock(each)
      const firstEpoch = Number(await readAt(block, log, 'firstEpoch'))
      const [programs, payable, publisher, published] = await Promise.all([
        readAt(block, vouchers, 'programs'),
        readAt(block, vouchers, 'signer'),
        readAt(block, log, 'publisher'),
        publishedAt(block, from ?? firstEpoch, firstEpoch),
      ])
      return {
        block,
        vested: new Map((programs as { id: bigint; vested: bigint }[]).map(({ id, vested }) => [id, vested])),
        payable: (payable as string).toLowerCase() as Address,
        publisher: (publisher as string).toLowerCase() as Address,
        firstEpoch,
        published,
      }
    },
    async publishedFrom(epoch) {
      const block = await finalBlock(each)
      return publishedAt(block, epoch, Number(await readAt(block, log, 'firstEpoch')))
    },
    async publishedAt(number) {
      const block = number === null ? await finalBlock(each) : { number }
      const firstEpoch = Number(await readAt(block, log, 'firstEpoch'))
      const found: PublishedEpoch[] = []
      for (;;) {
        const page = await publishedAt(block, firstEpoch + found.length, firstEpoch)
        found.push(...page)
        if (page.length < PAGE) return found
      }
    },
    timesFrom: (block) => Promise.all([timeOf(each, block), timeOf(each, block + 1)]),
    async nextEpoch() {
      const data = encodeFunctionData({ abi: epochLogAbi, functionName: 'nextEpoch' })
      const answer = await askOne(all, 'eth_call', [{ to: log.address, data }, 'latest'])
      return Number(
        decodeFunctionResult({ abi: epochLogAbi, functionName: 'nextEpoch', data: answer as Hex }),
      )
    },
    ask: (method, params) => askOne(all, method, params),
  }
}

/** The oldest of the nodes' newest final blocks, which all of them know. */
async function finalBlock(each: readonly Nodes[]): Promise<FinalBlock> {
  const found = await answersOf(each, 'eth_getBlockByNumber', ['finalized', false])
  const blocks = found.map((one) => {
    const { number, timestamp, hash } = (one ?? {}) as Record<string, string | undefined>
    if (number === undefined || timestamp === undefined || hash === undefined)
      throw new ChainUndecided('a node has no final block')
    return { number: Number(number), timestamp: Number(timestamp), hash: hash as Hex }
  })
  const [oldest] = blocks.sort((one, other) => one.number - other.number)
  return oldest!
}

async function timeOf(each: readonly Nodes[], block: number): Promise<number> {
  const found = await answersOf(each, 'eth_getBlockByNumber', [hexOf(block), false])
  const times = new Set(found.map((one) => (one as { timestamp?: string } | null)?.timestamp))
  const [time] = times
  if (time === undefined || times.size > 1)
    throw new ChainUndecided(`a node does not have the final block ${block}, or nodes disagree about it`)
  return Number(time)
}

/** What all nodes that answer say. @throws ChainUndecided where two differ */
async function agree(each: readonly Nodes[], method: string, params: readonly unknown[]): Promise<unknown> {
  const [first, ...others] = await answersOf(each, method, params)
  const words = JSON.stringify(first)
  if (others.some((other) => JSON.stringify(other) !== words))
    throw new ChainUndecided(`nodes disagree about ${method} in a final block`)
  return first
}

async function answersOf(each: readonly Nodes[], method: string, params: readonly unknown[]) {
  const answers = await Promise.allSettled(each.map((nodes) => askOne(nodes, method, params)))
  const given = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (given.length === 0) throw (answers[0] as PromiseRejectedResult).reason
  return given
}

async function askOne(nodes: Nodes, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    const answer = await nodes.ask({ method, params, maximumBytes: ANSWER_BYTES }, () => true)
    if ('error' in answer) throw new ChainUndecided(`${method}: ${answer.error.message}`)
    return answer.result
  } catch (error) {
    if (error instanceof RpcFault) throw new ChainUndecided(error.message)
    throw error
  }
}

function hexOf(value: number): Hex {
  return `0x${value.toString(16)}`
}
