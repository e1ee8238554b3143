/**
 * The signer's requests to the chain. All nodes get the same request about the same final block. If several nodes are configured, two must
 * answer, and all that answer must agree. So no single node decides about signatures, but one node can delay them. If only one node is
 * configured, its answer counts.
 */
import { decodeFunctionResult, encodeFunctionData, type Abi, type Address, type Hex } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { Deployment } from '@galx/protocol/deployment'
import { isRevert } from '@galx/protocol/nodeErrors'
import { twoAnswering, type AllNodes } from '../chain/rpc/allNodes.ts'
import { isOfNode, refusalIn, type ErrorAnswer } from '../chain/rpc/askNode.ts'
import { NodeFaultError, STATE_KEPT } from '../chain/rpc/fault.ts'
import { firstAnswering, type Nodes } from '../chain/rpc/nodes.ts'
import { quantityOf, wholeOf } from '../chain/rpc/quantity.ts'
import { RetryableError } from '../platform/faults.ts'
import type { Signers } from './maySign.ts'

/** Too few nodes answer, or two nodes disagree about a final block. */
class NoConsensusError extends RetryableError {
  override name = 'NoConsensusError'
}

/** The contract or a node refuses the request, and no node answers it. */
export class RefusedError extends NoConsensusError {
  override name = 'RefusedError'
}

type Block = { number: number; timestamp: number; hash: Hex }
export type PublishedEpoch = { epoch: number; hash: Hex; blockNumber: number }

export type FinalFacts = {
  block: Block
  /** by program id: wei that have vested */
  vested: ReadonlyMap<bigint, bigint>
  /** the keys whose vouchers RewardVouchers pays */
  signers: Signers
  /** lower case; the zero address: no publisher */
  publisher: Address
  /** the first epoch that EpochLog accepts */
  firstEpoch: number
  /** the epochs from the requested epoch on, in order */
  published: readonly PublishedEpoch[]
}

export type SignerChain = {
  /** @param from the first epoch to read; null: EpochLog's first epoch */
  finalFacts(from: number | null): Promise<FinalFacts>
  /** Some hundred epochs of EpochLog in a final block, from `epoch` on, in order. */
  publishedFrom(epoch: number): Promise<readonly PublishedEpoch[]>
  /**
   * Every epoch that EpochLog had at the end of a block, in order.
   * @param block a final block; null: the newest final block
   * @throws NoConsensusError also if the block is so old that its state would need an archive
   */
  publishedAt(block: number | null): Promise<readonly PublishedEpoch[]>
  /** Unix seconds of a block and of the next block. Both are final, and all nodes that answer agree. */
  timesFrom(block: number): Promise<readonly [number, number]>
  /** the next epoch that EpochLog accepts, at the newest block */
  nextEpoch(): Promise<number>
  /**
   * Wei for a unit of gas: the median of the nodes' suggestions (of two middle values the lower). So no single node decides the price.
   * @throws NoConsensusError
   */
  gasPrice(): Promise<bigint>
  /**
   * Asks the nodes in order until a node answers.
   * @throws RefusedError for a contract's revert, or if no node answers and a node refuses; NoConsensusError
   */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
}

/** The number of epochs in one read. */
const PAGE = 500n
const ANSWER_BYTES = 256 * 1024

/** @param urls the nodes' URLs, including any credentials in them */
export function signerChain(urls: readonly string[], { contracts }: Deployment): SignerChain {
  const log = { address: contracts.EpochLog.address as Address, abi: epochLogAbi }
  const vouchers = { address: contracts.RewardVouchers.address as Address, abi: rewardVouchersAbi }
  const first = firstAnswering(urls)
  const all = twoAnswering(urls)

  const readAt = async (
    block: Pick<Block, 'number'>,
    { address, abi }: { address: Address; abi: Abi },
    name: string,
    args: readonly bigint[] = [],
  ) => {
    const data = encodeFunctionData({ abi, functionName: name, args })
    const answer = await agree(all, 'eth_call', [{ to: address, data }, hexOf(block.number)])
    if (answer === '0x')
      throw new NoConsensusError(
        `the deployment is not final yet: ${address} has no code at the final block ${block.number}; try again in a minute`,
      )
    return decode(abi, name, answer)
  }
  /** @param firstEpoch the first epoch that EpochLog accepts */
  const publishedAt = async (
    block: Pick<Block, 'number'>,
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
      const block = await finalBlock(all)
      const firstEpoch = Number(await readAt(block, log, 'firstEpoch'))
      const [programs, signer, coSigner, nonce, publisher, published] = await Promise.all([
        readAt(block, vouchers, 'programs'),
        readAt(block, vouchers, 'signer'),
        readAt(block, vouchers, 'coSigner'),
        readAt(block, vouchers, 'signersNonce'),
        readAt(block, log, 'publisher'),
        publishedAt(block, from ?? firstEpoch, firstEpoch),
      ])
      return {
        block,
        vested: new Map((programs as { id: bigint; vested: bigint }[]).map(({ id, vested }) => [id, vested])),
        signers: { signer: lowerCase(signer), coSigner: lowerCase(coSigner), nonce: nonce as bigint },
        publisher: lowerCase(publisher),
        firstEpoch,
        published,
      }
    },
    async publishedFrom(epoch) {
      const block = await finalBlock(all)
      return publishedAt(block, epoch, Number(await readAt(block, log, 'firstEpoch')))
    },
    async publishedAt(number) {
      const block = number === null ? await finalBlock(all) : await keptBlock(all, number)
      const firstEpoch = Number(await readAt(block, log, 'firstEpoch'))
      const found: PublishedEpoch[] = []
      for (;;) {
        const page = await publishedAt(block, firstEpoch + found.length, firstEpoch)
        found.push(...page)
        if (page.length < PAGE) return found
      }
    },
    timesFrom: (block) => Promise.all([timeOf(all, block), timeOf(all, block + 1)]),
    async nextEpoch() {
      const data = encodeFunctionData({ abi: epochLogAbi, functionName: 'nextEpoch' })
      const answer = await askOne(first, 'eth_call', [{ to: log.address, data }, 'latest'])
      return Number(decode(epochLogAbi, 'nextEpoch', answer))
    },
    async gasPrice() {
      const suggested = (await answersOf(all, 'eth_gasPrice', []))
        .map(quantityOf)
        .filter((price) => price !== null)
      if (suggested.length < Math.min(2, urls.length))
        throw new NoConsensusError('nodes suggest no gas price')
      suggested.sort((one, other) => (one < other ? -1 : 1))
      return suggested[Math.floor((suggested.length - 1) / 2)]!
    },
    ask: (method, params) => askOne(first, method, params),
  }
}

/** The oldest of the nodes' newest final blocks: every node knows it. @throws NoConsensusError if it is too old */
async function finalBlock(all: AllNodes): Promise<Block> {
  const [oldest] = await blocksAt(all, 'finalized')
  await assertStateKept(all, oldest!)
  return oldest!
}

/** @throws NoConsensusError if nodes do not agree about the final block, or if it is too old */
async function keptBlock(all: AllNodes, number: number): Promise<Pick<Block, 'number'>> {
  await assertStateKept(all, { number, timestamp: await timeOf(all, number) })
  return { number }
}

/** Without the state, nodes would refuse. And at an older block, EpochLog could show a hash that has been replaced since. */
async function assertStateKept(
  all: AllNodes,
  { number, timestamp }: Pick<Block, 'number' | 'timestamp'>,
): Promise<void> {
  const age = Math.max(...(await blocksAt(all, 'latest')).map((newest) => newest.timestamp)) - timestamp
  if (age > STATE_KEPT)
    throw new NoConsensusError(
      `only an archive node has the state of block ${number}: it is ${age} seconds older than the newest block`,
    )
}

/** The block of each node that answers, the oldest first. @throws NoConsensusError if a node has no such block */
async function blocksAt(all: AllNodes, tag: 'finalized' | 'latest'): Promise<Block[]> {
  const found = await answersOf(all, 'eth_getBlockByNumber', [tag, false])
  const blocks = found.map((one) => {
    const { number, timestamp, hash } = (one ?? {}) as Record<string, unknown>
    const [height, time] = [wholeOf(number), wholeOf(timestamp)]
    if (height === null || time === null || typeof hash !== 'string' || !HASH.test(hash))
      throw new NoConsensusError(`a node has no ${tag} block`)
    return { number: height, timestamp: time, hash: hash as Hex }
  })
  return blocks.sort((one, other) => one.number - other.number)
}

async function timeOf(all: AllNodes, block: number): Promise<number> {
  const found = await answersOf(all, 'eth_getBlockByNumber', [hexOf(block), false])
  const times = new Set(found.map((one) => wholeOf((one as { timestamp?: unknown } | null)?.timestamp)))
  const [time = null] = times
  if (time === null || times.size > 1)
    throw new NoConsensusError(`a node does not have the final block ${block}, or nodes disagree about it`)
  return time
}

/** The text on which all answering nodes agree. @throws NoConsensusError if two answers differ or are not text */
async function agree(all: AllNodes, method: string, params: readonly unknown[]): Promise<string> {
  const [first, ...others] = await answersOf(all, method, params)
  if (typeof first !== 'string' || others.some((other) => other !== first))
    throw new NoConsensusError(`nodes disagree about ${method} in a final block`)
  return first
}

/** The result of a contract's function. @throws NoConsensusError if the answer is not a result of the function */
function decode(abi: Abi, functionName: string, answer: unknown): unknown {
  try {
    return decodeFunctionResult({ abi, functionName, data: answer as Hex })
  } catch {
    throw new NoConsensusError(`a node’s answer to ${functionName} is not a result of the function`)
  }
}

const HASH = /^0x[0-9a-f]{64}$/i

async function answersOf(all: AllNodes, method: string, params: readonly unknown[]): Promise<unknown[]> {
  return undecided(all.ask({ method, params, maximumBytes: ANSWER_BYTES }))
}

async function askOne(nodes: Nodes, method: string, params: readonly unknown[]): Promise<unknown> {
  const request = { method, params, maximumBytes: ANSWER_BYTES }
  let isRefused = false
  // A contract's revert is the answer. After a node's own refusal, the next node is asked.
  const isAnswer = (error: ErrorAnswer) => {
    const refusal = refusalIn(error, request)
    isRefused ||= !isOfNode(refusal)
    // Only development nodes serve methods that do not begin with `eth_`, so the refusal of such a method is the answer.
    return isRevert(error) || (refusal.kind === 'method' && !method.startsWith('eth_'))
  }
  const answer = await undecided(nodes.ask(request, isAnswer)).catch((error: unknown) => {
    throw isRefused && error instanceof NoConsensusError
      ? new RefusedError(`${method}: ${error.message}`)
      : error
  })
  if ('error' in answer) throw new RefusedError(`${method}: ${answer.error.message}`)
  return answer.result
}

/** @throws NoConsensusError for a fault of the nodes */
async function undecided<Found>(answer: Promise<Found>): Promise<Found> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof NodeFaultError ? new NoConsensusError(error.message) : error
  }
}

function lowerCase(address: unknown): Address {
  return (address as string).toLowerCase() as Address
}

function hexOf(value: number): Hex {
  return `0x${value.toString(16)}`
}
