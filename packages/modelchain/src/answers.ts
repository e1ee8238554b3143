/** The answer of a node of the model chain to one call, within its limits. */
import { hex, FINALITY, type BlockLog, type ModelChain } from './chain.ts'
import { BLOCK_PARAMETER, NodeError } from './feed.ts'
import { refuseBytes, refuseRange, refuseResults, type Lie, type Limits, type Refusal } from './limits.ts'

/** A refusal with its own HTTP status. */
export class RefusedError extends NodeError {
  constructor(readonly refusal: Refusal) {
    super(refusal.code, refusal.message)
  }
}

export type Asked = { chain: ModelChain; limits: Limits; head: number }
type Filter = {
  address?: string | readonly string[]
  topics?: readonly (string | readonly string[] | null)[]
  fromBlock?: string
  toBlock?: string
  blockHash?: string
}

/** @throws NodeError */
export async function answerCall(asked: Asked, method: string, params: readonly unknown[]): Promise<unknown> {
  const { chain, limits, head } = asked
  if (limits.refusedMethods.includes(method)) throw new NodeError(-32005, 'limit exceeded')
  switch (method) {
    case 'eth_chainId':
      return hex(chain.chainId)
    case 'net_version':
      return String(chain.chainId)
    case 'web3_clientVersion':
      return 'Geth/v1.8.0-model/linux-amd64/go1.25.9'
    case 'eth_syncing':
      return false
    case 'eth_gasPrice':
      return hex(50_000_000)
    case 'eth_blockNumber':
      return hex(head)
    case 'eth_getBlockByNumber':
      return here(asked, params[0], (number) => chain.block(number, params[1] === true))
    case 'eth_getHeaderByNumber':
      return here(asked, params[0], (number) => chain.header(number))
    case 'eth_getBlockByHash': {
      const number = chain.numberOf(String(params[0]))
      return number === null || number > head ? null : chain.block(number, params[1] === true)
    }
    case 'eth_getLogs':
      return logs(asked, params[0] as Filter)
    default:
      return chain.feed.answer(method, params, stateBlock(asked, method, params))
  }
}

function here<Found>(asked: Asked, tag: unknown, find: (number: number) => Found): Found | null {
  const number = numberOf(asked, tag)
  return number === null || number > asked.head ? null : find(number)
}

/** @returns null for a tag of a block that does not exist */
function numberOf({ head, limits }: Asked, tag: unknown): number | null {
  const { finalized } = limits
  switch (tag) {
    case 'earliest':
      return 0
    case 'finalized':
    case 'safe':
      if (finalized === 'refused')
        throw new NodeError(-32602, `invalid argument 0: hex string without 0x prefix`)
      if (finalized === 'missing') throw new NodeError(-39001, 'finalized block not found')
      return Math.max(0, head - FINALITY - (finalized === 'ok' ? 0 : finalized.late))
    case undefined:
    case 'latest':
    case 'pending':
      return head
    default:
      if (typeof tag !== 'string' || !/^0x(0|[1-9a-f][0-9a-f]*)$/.test(tag))
        throw new NodeError(-32602, `invalid argument 0: ${String(tag)} is no block`)
      return Number(tag)
  }
}

function stateBlock(asked: Asked, method: string, params: readonly unknown[]): number {
  const { chain, limits, head } = asked
  const at = BLOCK_PARAMETER[method]
  if (at === undefined) return head
  const tag = params[at]
  const named = tag as { blockHash?: string; blockNumber?: string } | null | undefined
  const number =
    typeof named === 'object' && named !== null
      ? named.blockHash === undefined
        ? numberOf(asked, named.blockNumber)
        : chain.numberOf(named.blockHash)
      : numberOf(asked, tag)
  if (number === null || number > head) throw new NodeError(-32000, 'header not found')
  if (limits.keptState !== null && number < head - limits.keptState)
    throw new NodeError(
      -32000,
      `missing trie node ${chain.hashOf(number).slice(2)} (path ) state ${chain.hashOf(number)} is not available, not found`,
    )
  return number
}

function logs(asked: Asked, filter: Filter): unknown[] {
  const { chain, limits, head } = asked
  const [from, to] = rangeOf(asked, filter)
  if (limits.keptLogs !== null && from < head - limits.keptLogs)
    throw new NodeError(4444, 'pruned history unavailable')
  if (limits.blocks !== null && to - from + 1 > limits.blocks)
    throw new RefusedError(refuseRange(limits.wording, limits.blocks, [from, from + limits.blocks - 1]))
  const wanted = matcher(filter)
  const found = lied(chain.logs(from, to), limits.lies).filter(wanted)
  if (limits.results !== null && found.length > limits.results) {
    const last = Math.max(from, found[limits.results]!.block - 1)
    throw new RefusedError(refuseResults(limits.wording, limits.results, [from, last]))
  }
  const answer = found.map((log) => logJson(chain, log, limits.blockTimestamp))
  if (limits.bytes !== null && JSON.stringify(answer).length > limits.bytes)
    throw new RefusedError(refuseBytes(limits.wording, limits.bytes))
  return answer
}

function rangeOf(asked: Asked, { fromBlock, toBlock, blockHash }: Filter): [number, number] {
  const { chain, limits, head } = asked
  if (blockHash !== undefined) {
    const number = chain.numberOf(blockHash)
    if (number === null || number > head) throw new NodeError(-32000, 'unknown block')
    return [number, number]
  }
  const isTag = [fromBlock, toBlock].some((block) => block === 'finalized' || block === 'safe')
  if (isTag && !limits.finalizedInLogs) throw new NodeError(-32602, 'invalid block tag in filter')
  const [from, to] = [numberOf(asked, fromBlock), numberOf(asked, toBlock)] as [number, number]
  if (from > to) throw new NodeError(-32602, 'invalid block range params')
  if (to <= head) return [from, to]
  if (limits.beyondHead === 'refuse')
    throw new NodeError(-32602, 'block range extends beyond current head block')
  return [from, head]
}

function matcher({ address, topics = [] }: Filter): (log: BlockLog) => boolean {
  const addresses = address === undefined ? null : new Set([address].flat().map(lower))
  const places = topics.map((topic) => (topic === null ? null : new Set([topic].flat().map(lower))))
  return (log) =>
    (addresses === null || addresses.has(log.address)) &&
    log.topics.length >= places.length &&
    places.every((place, index) => place === null || place.has(log.topics[index]!))
}

function lower(text: string): string {
  return text.toLowerCase()
}

function lied(found: readonly BlockLog[], lies: readonly Lie[]): BlockLog[] {
  let all = [...found]
  for (const lie of lies) {
    const target = all.filter(({ block }) => block === lie.block)[lie.place]
    if (target === undefined) continue
    all = all.flatMap((log) => (log === target ? tell(log, lie) : [log]))
  }
  return all
}

function tell(log: BlockLog, lie: Lie): BlockLog[] {
  if (lie.how === 'leaveOut') return []
  if (lie.how === 'invent')
    return [
      log,
      {
        ...log,
        logIndex: log.logIndex + 1,
        topics: [...log.topics.slice(0, -1), `0x${'00'.repeat(12)}${'5c'.repeat(20)}`],
      },
    ]
  const start = 2 + 64 * lie.word
  const amount = BigInt(`0x${log.data.slice(start, start + 64)}`) + 10n ** 18n
  const word = amount.toString(16).padStart(64, '0')
  return [{ ...log, data: `${log.data.slice(0, start)}${word}${log.data.slice(start + 64)}` }]
}

function logJson(chain: ModelChain, log: BlockLog, withTime: boolean): Record<string, unknown> {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: hex(log.block),
    transactionHash: log.transactionHash,
    transactionIndex: hex(log.transactionIndex),
    blockHash: chain.hashOf(log.block),
    ...(withTime && { blockTimestamp: hex(Math.floor(chain.timeOf(log.block) / 1000)) }),
    logIndex: hex(log.logIndex),
    removed: false,
  }
}
