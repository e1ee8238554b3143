/**
 * Reads a node's logs of the timelock, the newest blocks first. Public nodes limit the blocks of a request, and keep logs for some days. A
 * refusal makes the next request smaller. Blocks that were read are not requested again.
 */
import { sortRefusal, type Refusal } from '@galx/protocol/nodeRefusals'
import type { RangeSize } from '@galx/protocol/rangeSize'
import type { HexString } from '@galx/protocol/webConfig'
import { WalletTimeoutError } from '../../wallet/answerTimeout.ts'
import { RpcError } from '../rpc.ts'
import { ANNOUNCED_TOPICS, announcementsIn, LogShapeError } from './decodeLogs.ts'
import type { Covered, FoundOperation, LogObstacle } from './logsStore.ts'

/** Seconds of BNB Smart Chain between two blocks: the first guess, which the blocks' own times correct. */
const BLOCK_TIME = 0.45
/** A node's newest blocks are read again at the next reading: a fork may replace them. */
const UNSETTLED = 100
/** A node that serves fewer blocks in a request would need thousands of requests. */
const SMALLEST = 100n
/** The number of blocks below which the app no longer looks for the oldest logs that a node keeps. */
const OLDEST_STEP = 5_000n
/** The greatest number of requests without an answer in time. */
const MOST_LATE = 3
/** Milliseconds to wait for a node that asks the app to slow down. */
const PAUSE = 2_000
const LONGEST_PAUSE = 10_000

export type LogRequest = {
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  wait: (milliseconds: number) => Promise<void>
  timelock: HexString
  /** the host of the node's address; empty if it is not known */
  host: string
  head: { number: number; time: number }
  /** whether this node has given the head; otherwise it may not have the head yet, or the head may not exist */
  isItsHead: boolean
  /** seconds before the head from which the blocks are read */
  back: number
  /** the blocks that this node has given before */
  known: Covered | null
  size: RangeSize
  /** the greatest number of requests */
  most: number
}

export type LogAnswer = {
  covered: Covered | null
  found: Omit<FoundOperation, 'by'>[]
  obstacle: LogObstacle | null
}

export async function readLogs({ head: given, back, known, ...request }: LogRequest): Promise<LogAnswer> {
  const { ask, size, timelock } = request
  let head = given
  const found: LogAnswer['found'] = []
  let left = request.most
  let late = 0
  let covered = known
  /** the first of the blocks that were read without a gap */
  let lowest = head.number + 1

  try {
    if (!request.isItsHead) head = await ownHead()
    lowest = head.number + 1
    if (covered !== null && covered.to > head.number)
      covered =
        covered.to - head.number < UNSETTLED && covered.from <= head.number
          ? { ...covered, ...endOf() }
          : null
    const end = endOf()
    if (covered !== null) {
      await readDown(Math.max(covered.to - UNSETTLED + 1, covered.from))
      covered = { ...covered, ...end }
      lowest = covered.from
    }
    if (covered === null || covered.since > head.time - back) {
      const first = await blockBefore(head.time - back)
      await readDown(first.number)
      covered = { ...end, from: first.number, since: first.time }
    }
    return { covered, found, obstacle: null }
  } catch (error) {
    if (!(error instanceof ObstacleError)) throw error
    const read = await readBlocks()
    return { covered: read ?? covered, found, obstacle: error.obstacle }
  }

  function endOf() {
    return { to: head.number, until: head.time }
  }

  /** The given block, or this node's newest block if that is older. @throws ObstacleError */
  async function ownHead(): Promise<LogRequest['head']> {
    const newest = await blockOf('latest')
    return newest.number < given.number ? newest : given
  }

  /** The blocks that this reading has read; null: none, or their time is not known. */
  async function readBlocks(): Promise<Covered | null> {
    if (lowest > head.number || lowest === covered?.from) return null
    const since = await timeOf(lowest).catch(() => null)
    return since === null ? null : { ...endOf(), from: lowest, since }
  }

  /** Reads from below the lowest block down to `first`. @throws ObstacleError */
  async function readDown(first: number): Promise<void> {
    while (lowest > first) {
      const to = lowest - 1
      const from = Math.max(first, to - Number(size.blocks) + 1)
      if (await readRange(from, to)) lowest = from
    }
  }

  /** @returns false: fewer blocks must be requested. @throws ObstacleError if the node gives none of these logs */
  async function readRange(from: number, to: number): Promise<boolean> {
    const filter = {
      address: timelock,
      topics: [ANNOUNCED_TOPICS],
      fromBlock: quantity(from),
      toBlock: quantity(to),
    }
    const blocks = BigInt(to - from + 1)
    for (let isSecond = false; ; isSecond = true) {
      spend()
      try {
        const answer = await ask('eth_getLogs', [filter])
        found.push(...(await announcementsIn(answer, { timelock, from, to }, timeOfLog)))
        size.accepted(blocks)
        return true
      } catch (error) {
        if (error instanceof ObstacleError) throw error
        const { kind, largestRange, suggested, retryAfter, message } = refusalOf(error, request.host)
        if (['rate', 'behind'].includes(kind) && !isSecond) {
          await request.wait(Math.min(retryAfter ?? PAUSE, LONGEST_PAUSE))
          continue
        }
        if (kind === 'timeout' && ++late > MOST_LATE)
          throw new ObstacleError({ kind: 'silent', words: message })
        const isOld = kind === 'pruned' || kind === 'state'
        const named = largestRange ?? (suggested === null ? null : suggested.to - suggested.from + 1)
        const isLarge = ['range', 'timeout', 'broken'].includes(kind) || (isOld && blocks > OLDEST_STEP)
        // Unknown words rarely mean the range, so the range shrinks fast.
        const part = kind === 'broken' ? 16n : 2n
        const fewer = isLarge && size.refused(blocks, named === null ? null : BigInt(named), part)
        if (fewer && size.blocks >= SMALLEST) return false
        const isBusy = kind === 'rate' || kind === 'behind'
        throw new ObstacleError({ kind: isOld ? 'old' : isBusy ? 'busy' : 'none', words: message })
      }
    }
  }

  /** @throws ObstacleError if the reading has no request left */
  function spend(): void {
    if (left <= 0) throw new ObstacleError({ kind: 'paused', words: '' })
    left -= 1
  }

  /** The time of a block whose log has no time. @throws ObstacleError */
  function timeOfLog(block: number): Promise<number> {
    spend()
    return timeOf(block)
  }

  /** @throws ObstacleError if the node does not give the block */
  async function timeOf(block: number): Promise<number> {
    return (await blockOf(quantity(block))).time
  }

  /** @throws ObstacleError if the node does not give the block */
  async function blockOf(block: HexString | 'latest'): Promise<LogRequest['head']> {
    const answer = await ask('eth_getBlockByNumber', [block, false]).catch((error: unknown) => {
      throw new ObstacleError({ kind: 'old', words: refusalOf(error, request.host).message })
    })
    const { number, timestamp } = Object(answer) as Record<string, unknown>
    const [height, time] = [Number(number ?? NaN), Number(timestamp ?? NaN)]
    if (![height, time].every(Number.isSafeInteger)) throw new ObstacleError({ kind: 'old', words: '' })
    return { number: height, time }
  }

  /** The newest known block that is not younger than `goal`; the first block of a younger chain. */
  async function blockBefore(goal: number): Promise<{ number: number; time: number }> {
    // One request for logs is cheaper than a search.
    if (head.number <= Number(size.blocks)) return { number: 0, time: await timeOf(0) }
    const seconds = head.time - goal
    for (let span = seconds / BLOCK_TIME; ;) {
      spend()
      const number = Math.max(0, head.number - Math.ceil(span))
      const time = await timeOf(number)
      if (time <= goal || number === 0) return { number, time }
      const passed = Math.max(1, head.time - time)
      span *= Math.min(4, Math.max(1.05, (1.02 * seconds) / passed))
    }
  }
}

class ObstacleError extends Error {
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
