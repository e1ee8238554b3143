/**
 * Reads a node's logs of the timelock, the newest blocks first. Public nodes limit the blocks of a request, and keep logs for some days. A
 * refusal makes the next request smaller. Blocks that were read are not requested again.
 */
import { logRequests, ObstacleError, type AskedNode, type BlockAt, type Found } from './logRequests.ts'
import type { Covered, LogObstacle } from './logsStore.ts'

/** Seconds of BNB Smart Chain between two blocks: the first guess, which the blocks' own times correct. */
const BLOCK_TIME = 0.45
/** A node's newest blocks are read again at the next reading: a fork may replace them. */
const UNSETTLED = 100

export type LogRequest = AskedNode & {
  head: BlockAt
  /** whether this node has given the head; otherwise it may not have the head yet, or the head may not exist */
  isItsHead: boolean
  /** seconds before the head from which the blocks are read */
  back: number
  /** the blocks that this node has given before */
  known: Covered | null
}

export type LogAnswer = {
  covered: Covered | null
  found: Found[]
  obstacle: LogObstacle | null
}

export async function readLogs({ head: given, back, known, ...request }: LogRequest): Promise<LogAnswer> {
  const { size } = request
  const node = logRequests(request)
  const found: Found[] = []
  let head = given
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
  async function ownHead(): Promise<BlockAt> {
    const newest = await node.blockOf('latest')
    return newest.number < given.number ? newest : given
  }

  /** The blocks that this reading has read; null: none, or their time is not known. */
  async function readBlocks(): Promise<Covered | null> {
    if (lowest > head.number || lowest === covered?.from) return null
    const first = await node.blockOf(lowest).catch(() => null)
    return first === null ? null : { ...endOf(), from: lowest, since: first.time }
  }

  /** Reads from below the lowest block down to `first`. @throws ObstacleError */
  async function readDown(first: number): Promise<void> {
    while (lowest > first) {
      const to = lowest - 1
      const from = Math.max(first, to - Number(size.blocks) + 1)
      const some = await node.announcements(from, to)
      if (some === null) continue
      found.push(...some)
      lowest = from
    }
  }

  /** The newest known block that is not younger than `goal`; the first block of a younger chain. */
  async function blockBefore(goal: number): Promise<BlockAt> {
    // One request for logs is cheaper than a search.
    if (head.number <= Number(size.blocks)) return { ...(await node.blockOf(0)), number: 0 }
    const seconds = head.time - goal
    for (let span = seconds / BLOCK_TIME; ;) {
      node.spend()
      const number = Math.max(0, head.number - Math.ceil(span))
      const { time } = await node.blockOf(number)
      if (time <= goal || number === 0) return { number, time }
      const passed = Math.max(1, head.time - time)
      span *= Math.min(4, Math.max(1.05, (1.02 * seconds) / passed))
    }
  }
}
