/**
 * Reads the contracts at one block from every configured node. One POST for each node asks for the block, the views and the newest block. A node
 * that refuses so many views is asked again for fewer views in each POST.
 */
import { checksumCall, readFigures, type ChecksumRead } from '@galx/protocol/checksumReads'
import type { Figure, Found } from '@galx/protocol/checksum'
import type { Deployment } from '@galx/protocol/deployment'
import type { Hex } from 'viem'
import type { Endpoints } from '../../chain/rpc/endpoints.ts'
import { NoAnswerError, NodeFaultError, STATE_KEPT, type NodeFaultKind } from '../../chain/rpc/fault.ts'
import type { Ask } from '../../chain/rpc/jsonRpc.ts'
import { readHeader } from '../../chain/rpc/shapes.ts'

/** The number of views in one call. They use some 4 million gas, and the answer has 150 kB. */
const VIEWS_AT_ONCE = 600
/** The number of views in one call to a node that has refused more. */
const FEWER_VIEWS = 50
/** Faults with which a node may refuse a call that uses too much gas or time, or has too long an answer. */
const ABOUT_SIZE: ReadonlySet<NodeFaultKind> = new Set(['tooLarge', 'refused', 'unreachable'])

/** The block of the read, from the tables. */
export type ReadBlock = { number: number; hash: string; timestamp: number }
export type NodeFigures = { node: string; figures: Figure<Found>[] }
export type NodeFault = { node: string; fault: NodeFaultError }

/** @returns the figures of each node that answers, and the faults of the others */
export async function readContracts(
  endpoints: Pick<Endpoints, 'everyone'>,
  deployment: Deployment,
  block: ReadBlock,
  reads: readonly ChecksumRead[],
  signal: AbortSignal,
): Promise<{ answers: NodeFigures[]; faults: NodeFault[] }> {
  const words = await endpoints.everyone(async (ask) => {
    const askFor = (views: number) => askNode(ask, deployment, block, reads, views, signal)
    return askFor(VIEWS_AT_ONCE).catch((error: unknown) => {
      const isAnswer = error instanceof NodeFaultError && !(error instanceof NoAnswerError)
      const isTooMany = isAnswer && ABOUT_SIZE.has(error.kind)
      if (!isTooMany || reads.length <= FEWER_VIEWS) throw error
      return askFor(FEWER_VIEWS)
    })
  }, signal)
  return {
    answers: words.flatMap((word) => ('answer' in word ? [{ node: word.node, figures: word.answer }] : [])),
    faults: words.flatMap((word) => ('fault' in word ? [word] : [])),
  }
}

/** @param views the number of views in one call */
async function askNode(
  ask: Ask,
  deployment: Deployment,
  block: ReadBlock,
  reads: readonly ChecksumRead[],
  views: number,
  signal: AbortSignal,
): Promise<Figure<Found>[]> {
  const tag = `0x${block.number.toString(16)}`
  const figures: Figure<Found>[] = []
  for (let from = 0; from < reads.length; from += views) {
    const part = reads.slice(from, from + views)
    const [header, newest, answer] = await ask(
      [
        { method: 'eth_getBlockByNumber', params: [tag, false] },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { method: 'eth_call', params: [checksumCall(deployment, part), tag] },
      ],
      signal,
    )
    assertBlock(block, readHeader(header).hash, readHeader(newest).timestamp)
    figures.push(...decode(part, answer, block.number))
  }
  return figures
}

/** @throws NodeFaultError if the node has another block of that number, or may no longer have its state */
function assertBlock({ number, hash, timestamp }: ReadBlock, found: string, newest: number): void {
  if (found !== hash)
    throw new NodeFaultError(
      'wrong',
      `block ${number} has the hash ${found} at this node, but ${hash} in the tables`,
    )
  const age = newest - timestamp
  if (age > STATE_KEPT)
    throw new NodeFaultError(
      'pruned',
      `only an archive node has the state of block ${number}: it is ${age} seconds older than the newest block`,
    )
}

/** @throws NodeFaultError if the bytes are not the contracts' answer at that block */
function decode(reads: readonly ChecksumRead[], answer: unknown, block: number): Figure<Found>[] {
  try {
    return readFigures(reads, answer as Hex, block)
  } catch (error) {
    throw new NodeFaultError(
      'wrong',
      `the answer of the contracts cannot be read: ${(error as Error).message}`,
    )
  }
}
