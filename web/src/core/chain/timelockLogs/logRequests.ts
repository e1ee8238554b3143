/** Asks one node for logs of the timelock and for times of blocks, within the requests of a reading. */
import { sortRefusal, type Refusal } from '@galx/protocol/nodeRefusals'
import type { RangeSize } from '@galx/protocol/rangeSize'
import type { HexString } from '@galx/protocol/webConfig'
import { WalletTimeoutError } from '../../wallet/answerTimeout.ts'
import { RpcError } from '../rpc.ts'
import { ANNOUNCED_TOPICS, announcementsIn, LogShapeError } from './decodeLogs.ts'
import type { FoundOperation, LogObstacle } from './logsStore.ts'

/** A node that serves fewer blocks in a request would need thousands of requests. */
const SMALLEST = 100n
/** The number of blocks below which the app no longer looks for the oldest logs that a node keeps. */
const OLDEST_STEP = 5_000n
/** The greatest number of requests without an answer in time. */
const MOST_LATE = 3
/** Milliseconds to wait for a node that asks the app to slow down. */
const PAUSE = 2_000
const LONGEST_PAUSE = 10_000

export type AskedNode = {
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  wait: (milliseconds: number) => Promise<void>
  timelock: HexString
  /** the host of the node's address; empty if it is not known */
  host: string
  size: RangeSize
  /** the greatest number of requests */
  most: number
}

export type BlockAt = { number: number; time: number }

/** The announcements in the logs, without the nodes that gave the logs. */
export type Found = Omit<FoundOperation, 'by'>

export function logRequests({ ask, wait, timelock, host, size, most }: AskedNode) {
  let left = most
  let late = 0

  /** @throws ObstacleError if the reading has no request left */
  function spend(): void {
    if (left <= 0) throw new ObstacleError({ kind: 'paused', words: '' })
    left -= 1
  }

  /** @throws ObstacleError if the node does not give the block */
  async function blockOf(block: number | 'latest'): Promise<BlockAt> {
    const params = [block === 'latest' ? block : quantity(block), false]
    const answer = await ask('eth_getBlockByNumber', params).catch((error: unknown) => {
      throw new ObstacleError({ kind: 'old', words: refusalOf(error, host).message })
    })
    const { number, timestamp } = Object(answer) as Record<string, unknown>
    const [height, time] = [Number(number ?? NaN), Number(timestamp ?? NaN)]
    if (![height, time].every(Number.isSafeInteger)) throw new ObstacleError({ kind: 'old', words: '' })
    return { number: height, time }
  }

  /** The time of a block whose log has no time. @throws ObstacleError */
  async function timeOfLog(block: number): Promise<number> {
    spend()
    return (await blockOf(block)).time
  }

  /** @returns null: fewer blocks must be requested. @throws ObstacleError if the node gives none of these logs */
  async function announcements(from: number, to: number): Promise<Found[] | null> {
    const range = { fromBlock: quantity(from), toBlock: quantity(to) }
    const filter = { address: timelock, topics: [ANNOUNCED_TOPICS], ...range }
    const blocks = BigInt(to - from + 1)
    for (let isSecond = false; ; isSecond = true) {
      spend()
      try {
        const found = await announcementsIn(
          await ask('eth_getLogs', [filter]),
          { timelock, from, to },
          timeOfLog,
        )
        size.accepted(blocks)
        return found
      } catch (error) {
        if (error instanceof ObstacleError) throw error
        const refusal = refusalOf(error, host)
        const isBusy = refusal.kind === 'rate' || refusal.kind === 'behind'
        if (!isBusy || isSecond) return refused(refusal, blocks)
        await wait(Math.min(refusal.retryAfter ?? PAUSE, LONGEST_PAUSE))
      }
    }
  }

  /** @returns null: fewer blocks must be requested. @throws ObstacleError */
  function refused({ kind, largestRange, suggested, message }: Refusal, blocks: bigint): null {
    if (kind === 'timeout' && ++late > MOST_LATE) throw new ObstacleError({ kind: 'silent', words: message })
    const isOld = kind === 'pruned' || kind === 'state'
    const named = largestRange ?? (suggested === null ? null : suggested.to - suggested.from + 1)
    const isLarge = ['range', 'timeout', 'broken'].includes(kind) || (isOld && blocks > OLDEST_STEP)
    // Unknown words rarely mean the range, so the range shrinks fast.
    const part = kind === 'broken' ? 16n : 2n
    const fewer = isLarge && size.refused(blocks, named === null ? null : BigInt(named), part)
    if (fewer && size.blocks >= SMALLEST) return null
    const isBusy = kind === 'rate' || kind === 'behind'
    throw new ObstacleError({ kind: isOld ? 'old' : isBusy ? 'busy' : 'none', words: message })
  }

  return { announcements, blockOf, spend }
}

export class ObstacleError extends Error {
  override readonly name = 'ObstacleError'
  constructor(readonly obstacle: LogObstacle) {
    super(obstacle.words)
  }
}

/** @throws ObstacleError if the node gave no answer */
function refusalOf(error: unknown, host: string): Refusal {
  if (error instanceof LogShapeError) throw new ObstacleError({ kind: 'none', words: error.message })
  if (error instanceof RpcError) {
    const { code, message } = error
    const httpStatus = code >= 400 && code < 600 ? code : null
    return sortRefusal({ code, message, httpStatus, retryAfter: null }, { methods: ['eth_getLogs'], host })
  }
  const isLate = Object(error).name === 'AbortError' || error instanceof WalletTimeoutError
  if (!isLate) throw new ObstacleError({ kind: 'silent', words: '' })
  return sortRefusal({ code: null, message: 'timed out', httpStatus: null, retryAfter: null })
}

function quantity(block: number): HexString {
  return `0x${block.toString(16)}`
}
