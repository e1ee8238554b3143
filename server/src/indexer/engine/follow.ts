/** The leader's loop: finalised blocks, range by range, until stopped, halted, or no longer leading. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '../../platform/database/connection.ts'
import { Contradiction } from '../../platform/faults.ts'
import { readCursor, type Cursor } from './cursor.ts'
import type { Source } from './source.ts'
import { haltIndexing } from './halt.ts'
import type { IndexerMetrics } from './metrics.ts'
import { backoff, learn, nextLook, startPace } from './pace.ts'
import { afterRefusal, afterSuccess, initialRange } from './rangeSize.ts'
import { finalisedHeader, type Endpoints } from '../../chain/rpc/endpoints.ts'
import { RpcFault } from '../../chain/rpc/fault.ts'
import { fetchRange, logQuery, type BlockRange } from '../../chain/rpc/fetchRange.ts'
import { writeBatch } from './writeBatch.ts'

export type FollowOptions = {
  sql: Sql
  endpoints: Endpoints
  genesisHash: string
  sources: readonly Source[]
  /** first block that can hold one of our logs */
  deployBlock: number
  log: Logger
  metrics: IndexerMetrics
  signal: AbortSignal
  random?: () => number
}

/** Times a batch that contradicts the tables is fetched again, from every node in turn, before indexing halts. */
const ATTEMPTS_BEFORE_HALT = 3
/** Milliseconds without a new finalised block before another node is asked. */
const STALLED_AFTER = 10_000

/** @throws IndexerHalted, LeadershipLost, ForeignChain, or the database's error; returns only when `signal` aborts */
export async function follow(options: FollowOptions): Promise<void> {
  const { sql, endpoints, sources, log, metrics, signal } = options
  const query = logQuery(sources)
  const random = options.random ?? Math.random
  let cursor: Cursor | null = await readCursor(sql)
  let size = initialRange()
  let pace = startPace(Date.now())
  let finalised = -1
  let faults = 0
  let contradictions = 0
  let prefetched: { from: number; to: number; range: Promise<BlockRange> } | null = null
  if (cursor !== null) metrics.indexedBlock.set(cursor.number)

  const fetch = async (from: number, to: number): Promise<BlockRange> => {
    const { ask } = await endpoints.use(signal)
    try {
      return await fetchRange(ask, query, from, to, signal)
    } catch (error) {
      // Here alone: a node that does not even answer with its finalised block says nothing about the size of a range.
      if (error instanceof RpcFault && (error.kind === 'tooLarge' || error.kind === 'unreachable'))
        size = afterRefusal(to - from + 1)
      throw error
    }
  }
  const look = async (): Promise<void> => {
    const header = await finalisedHeader((await endpoints.use(signal)).ask, signal)
    const number = header?.number ?? -1
    if (number > finalised) {
      if (finalised >= 0) pace = learn(pace, Date.now(), number - finalised)
      finalised = number
      metrics.finalisedBlock.set(number)
    } else if (Date.now() - pace.lastBlockAt > STALLED_AFTER && endpoints.size > 1) {
      // Finality may stall for two minutes; a node that lags looks the same, so the others get their say.
      pace = { ...pace, lastBlockAt: Date.now() }
      endpoints.rotate()
    }
  }

  while (!signal.aborted) {
    /** blocks of the range this round is about; 0 while there is none */
    let asked = 0
    try {
      const from: number = cursor === null ? options.deployBlock : cursor.number + 1
      if (finalised < from) {
        await look()
        faults = 0
        if (finalised < from) await pause(nextLook(pace, Date.now()), undefined, { signal })
        continue
      }
      const to: number =
        prefetched?.from === from ? prefetched.to : Math.min(finalised, from + size.blocks - 1)
      asked = to - from + 1
      const reading: Promise<BlockRange> = prefetched?.from === from ? prefetched.range : fetch(from, to)
      prefetched = null
      const range = await reading
      if (cursor !== null && range.headers[0]!.parentHash !== cursor.hash) {
        await confirmMismatch(options, cursor, range.headers[0]!.parentHash, contradictions)
        contradictions += 1
        throw new RpcFault('wrong', `block ${from} does not follow the stored block ${cursor.number}`)
      }
      size = afterSuccess(size, asked, range.logs.length)
      if (finalised > to) {
        // Read the next range while this one is written.
        const nextTo = Math.min(finalised, to + size.blocks)
        const next = fetch(to + 1, nextTo)
        next.catch(() => {})
        prefetched = { from: to + 1, to: nextTo, range: next }
      }
      const started = performance.now()
      cursor = await writeBatch(sql, cursor, range, options.genesisHash, sources)
      metrics.writeSeconds.observe((performance.now() - started) / 1000)
      metrics.indexedBlock.set(cursor.number)
      metrics.events.inc(range.logs.length)
      if (range.logs.length)
        log.info(
          { from, to, events: range.logs.length, milliseconds: Math.round(performance.now() - started) },
          'range indexed',
        )
      faults = 0
      contradictions = 0
    } catch (error) {
      prefetched = null
      if (signal.aborted) return
      if (error instanceof RpcFault) {
        metrics.rpcFaults.inc({ kind: error.kind })
        log.warn({ kind: error.kind, fault: error.message, range: asked }, 'the node’s answer cannot be used')
        if (error.kind !== 'tooLarge' || asked <= 1) endpoints.rotate()
        // A node that comes back may be another chain's: that ends the process, before its blocks pass for ours.
        if (error.kind === 'unreachable') endpoints.recheck()
      } else if (error instanceof Contradiction) {
        contradictions += 1
        log.error({ attempt: contradictions, fault: error.message }, 'the events contradict the tables')
        if (contradictions >= ATTEMPTS_BEFORE_HALT * endpoints.size)
          await haltIndexing(sql, {
            at: Math.floor(Date.now() / 1000),
            reason: error.message,
            blockNumber: cursor?.number ?? options.deployBlock,
            expectedHash: null,
            foundHash: null,
          })
        endpoints.rotate()
      } else throw error
      const wait = Math.max(backoff(faults, random), error instanceof RpcFault ? (error.retryAfter ?? 0) : 0)
      faults += 1
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * A finalised block whose parent is not the stored one. One node may be wrong; once every node that answers disagrees with
 * the tables, and has done so three times, the chain has changed below what is stored.
 */
async function confirmMismatch(
  { sql, endpoints, signal, log }: FollowOptions,
  cursor: Cursor,
  found: string,
  earlier: number,
): Promise<void> {
  // A node whose chain was exchanged has no say in whether ours was, and is found out when it is asked next.
  endpoints.recheck()
  const headers = await endpoints.allOn(cursor.number, signal)
  const agreeing = headers.filter(({ hash }) => hash === cursor.hash).length
  log.error(
    { block: cursor.number, stored: cursor.hash, found, nodes: headers.length, agreeing },
    'a finalised block does not follow the stored one',
  )
  if (headers.length === 0 || agreeing > 0 || earlier + 1 < ATTEMPTS_BEFORE_HALT) return
  await haltIndexing(sql, {
    at: Math.floor(Date.now() / 1000),
    reason: `the chain holds ${found} as block ${cursor.number}, the tables ${cursor.hash}: finalised blocks were replaced`,
    blockNumber: cursor.number,
    expectedHash: cursor.hash,
    foundHash: found,
  })
}
