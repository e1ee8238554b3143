/** The leader's loop: finalised blocks, range by range, until stopped, halted, or no longer leading. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '../../platform/database/connection.ts'
import { Contradiction } from '../../platform/faults.ts'
import { LeadershipLost, readCursor, type Cursor } from './cursor.ts'
import type { Distance } from './distance.ts'
import { stillLeads } from './leaderLock.ts'
import type { Source } from './source.ts'
import { haltIndexing } from './halt.ts'
import { Lookahead } from './lookahead.ts'
import type { IndexerMetrics } from './metrics.ts'
import { backoff, learn, nextLook, startPace } from './pace.ts'
import { afterRefusal, afterSuccess, initialRange } from './rangeSize.ts'
import { Agreement, type AgreedRange } from '../../chain/rpc/agreement.ts'
import type { Endpoint, Endpoints } from '../../chain/rpc/endpoints.ts'
import { RpcFault } from '../../chain/rpc/fault.ts'
import { finalisedBlock, lookForFinality } from '../../chain/rpc/finality.ts'
import type { RangeReaders } from '../../chain/rpc/rangeReader.ts'
import { readUnconfirmed, removeUnconfirmed } from './unconfirmed.ts'
import { EpochContradiction, type Epochs } from './epochs.ts'
import { writeRange } from './writeRange.ts'

export type FollowOptions = {
  sql: Sql
  endpoints: Endpoints
  readers: Pick<RangeReaders, 'of'>
  genesisHash: string
  sources: readonly Source[]
  epochs: Epochs
  /** first block that can hold one of our logs */
  deployBlock: number
  distance: Distance
  log: Logger
  metrics: IndexerMetrics
  signal: AbortSignal
  random?: () => number
}

/** A range whose reading has begun. `to`: its last block; `arrived`: null until it has come. */
type Ahead = { to: number; range: Promise<AgreedRange>; arrived: AgreedRange | null }

/** Ranges that are read while one is written. */
const RANGES_AHEAD = 2
/** Times a batch that contradicts the tables is fetched again, from every node in turn, before indexing halts. */
const ATTEMPTS_BEFORE_HALT = 3
/**
 * Milliseconds without a new finalised block before the other nodes are asked for theirs, and between two times that they are; at least half as long
 * again as a block usually takes, since nodes hear of it one after another.
 */
const COMPARE_AFTER = 1_000
/** Milliseconds between two looks whether this process still leads, while it has nothing to write: tables may be exchanged. */
const LEAD_LOOK = 1_000
/** Milliseconds in which one range after the other is confirmed; then a new block is looked for first. */
const CONFIRM_FOR = 500
/** Milliseconds between two tries to have a range confirmed that one node alone has given. */
const CONFIRM_EVERY = 1_000
/** Milliseconds until a range is asked for again of which two nodes differ. */
const DISPUTED_EVERY = 5_000

/** Milliseconds; monotonic: a clock that is set back would put off for as long whatever is done every so often. */
function now(): number {
  return performance.now()
}

/** @throws IndexerHalted, LeadershipLost, ForeignChain, or the database's error; returns only when `signal` aborts */
export async function follow(options: FollowOptions): Promise<void> {
  const { sql, endpoints, log, metrics, signal } = options
  const unheard = (witness: Endpoint, { kind, message }: RpcFault) => {
    metrics.rpcFaults.inc({ kind })
    log.warn({ kind, node: witness.name, fault: message }, 'the node has no voice in what is read')
  }
  const agreement = new Agreement(endpoints, options.readers, unheard)
  const random = options.random ?? Math.random
  let cursor: Cursor | null = await readCursor(sql)
  let size = initialRange()
  let pace = startPace(now())
  let finalised = -1
  let highest = -1
  let faults = 0
  let mismatches = 0
  let contradictions = 0
  let confirmAt = 0
  let comparedAt = now()
  let ledAt = now()
  /** ranges that are being read, or have been, in their order */
  let ahead: Ahead[] = []
  const lookahead = new Lookahead(() => ahead[0]?.arrived ?? null)
  if (cursor !== null) metrics.indexedBlock.set(cursor.number)

  const fetch = async (from: number, to: number): Promise<AgreedRange> => {
    try {
      return await agreement.fetch(from, to, signal)
    } catch (error) {
      // Here alone: a node that does not even answer with its finalised block says nothing about the size of a range.
      if (error instanceof RpcFault && (error.kind === 'tooLarge' || error.kind === 'unreachable'))
        size = afterRefusal(to - from + 1)
      throw error
    }
  }
  const read = (from: number): Ahead => {
    const to = Math.min(finalised, from + size.blocks - 1)
    const reading: Ahead = { to, range: fetch(from, to), arrived: null }
    // A fault is thrown where the range is awaited.
    reading.range.then(
      (range) => (reading.arrived = range),
      () => {},
    )
    return reading
  }
  const look = async (): Promise<void> => {
    const { endpoint, named, agreed } = await lookForFinality(endpoints, finalised, unheard, signal)
    if (agreed > finalised) {
      if (highest >= 0 && agreed > highest) pace = learn(pace, now(), agreed - highest)
      highest = Math.max(highest, agreed)
      finalised = agreed
      metrics.finalisedBlock.set(agreed)
      comparedAt = now()
    } else if (named > finalised) {
      // It is ahead of the others, which follow.
      comparedAt = now()
    } else if (endpoints.size > 1 && now() - comparedAt > Math.max(COMPARE_AFTER, 1.5 * pace.interval)) {
      // A chain whose finality pauses looks like a node that lags.
      const behind = await isBehind(endpoints, endpoint, finalised, signal)
      comparedAt = now()
      if (behind) {
        const fault = new RpcFault(
          'behind',
          `${endpoint.name} has no finalised block after ${finalised}, another node has`,
        )
        endpoints.leaveAlone(endpoint, fault)
        throw fault
      }
    }
  }
  const confirm = async (): Promise<void> => {
    const until = now() + CONFIRM_FOR
    while (now() >= confirmAt && now() < until && !signal.aborted) {
      const verdict = await confirmOldest(options, agreement)
      if (verdict !== 'agreed') confirmAt = now() + (verdict === 'disputed' ? DISPUTED_EVERY : CONFIRM_EVERY)
    }
  }

  while (!signal.aborted) {
    /** blocks of the range this round is about; 0 while there is none */
    let asked = 0
    let source: Endpoint | null = null
    /** whether several nodes are configured and one alone has given the range */
    let alone = false
    const from: number = cursor === null ? options.deployBlock : cursor.number + 1
    options.distance.blocks = Math.max(0, finalised - from + 1)
    try {
      if (finalised < from) {
        await look()
        faults = 0
        if (finalised >= from) continue
        await confirm()
        if (now() - ledAt >= LEAD_LOOK) {
          if (!(await stillLeads(sql))) throw new LeadershipLost('other tables serve now')
          ledAt = now()
        }
        await pause(nextLook(pace, now()), undefined, { signal })
        continue
      }
      const { to, range: reading } = ahead.shift() ?? read(from)
      asked = to - from + 1
      const range = await reading
      source = range.source
      alone = range.unconfirmed !== null
      if (cursor !== null && range.headers[0]!.parentHash !== cursor.hash) {
        if (await isMismatchOfMost(options, cursor, range.headers[0]!.parentHash)) mismatches += 1
        if (mismatches >= ATTEMPTS_BEFORE_HALT)
          await haltOverMismatch(sql, cursor, range.headers[0]!.parentHash)
        throw new RpcFault('wrong', `block ${from} does not follow the stored block ${cursor.number}`)
      }
      if (cursor !== null && range.headers[0]!.timestamp < cursor.timestamp)
        throw new RpcFault(
          'wrong',
          `block ${from} is of an earlier time than the stored block ${cursor.number}`,
        )
      size = afterSuccess(size, asked, range.logs.length)
      // The next ranges are read while this one is written: one that has come when it is needed, and one behind it.
      for (let after = ahead.at(-1)?.to ?? to; ahead.length < RANGES_AHEAD && after < finalised;) {
        const next = read(after + 1)
        ahead.push(next)
        after = next.to
      }
      const started = performance.now()
      cursor = await writeRange(options, cursor, range, lookahead)
      metrics.writeSeconds.observe((performance.now() - started) / 1000)
      metrics.indexedBlock.set(cursor.number)
      metrics.events.inc(range.logs.length)
      metrics.disputedBlock.set(0)
      for (const node of range.outvoted) {
        metrics.rpcFaults.inc({ kind: 'outvoted' })
        log.warn({ kind: 'outvoted', node, from, to }, 'the node gives other logs than the others')
      }
      if (range.unconfirmed) metrics.unconfirmedBlock.set(from)
      if (range.logs.length)
        log.info(
          { from, to, events: range.logs.length, milliseconds: Math.round(performance.now() - started) },
          'range indexed',
        )
      faults = 0
      mismatches = 0
      contradictions = 0
    } catch (error) {
      ahead = []
      if (signal.aborted) return
      if (error instanceof RpcFault) {
        // Nobody has a block that one node, alone at that moment, may have called final: all are asked again.
        if (error.kind === 'behind') finalised = Math.min(finalised, from - 1)
        metrics.rpcFaults.inc({ kind: error.kind })
        if (error.kind === 'disagreement') metrics.disputedBlock.set(from)
        log.warn({ kind: error.kind, fault: error.message, range: asked }, 'the node’s answer cannot be used')
        if (source) endpoints.leaveAlone(source, error)
      } else if (error instanceof EpochContradiction) {
        await haltIndexing(sql, {
          ...{ at: Math.floor(Date.now() / 1000), reason: error.message, blockNumber: error.blockNumber },
          ...{ expectedHash: null, foundHash: null },
        })
      } else if (error instanceof Contradiction) {
        // No single node of several decides that indexing halts: once another one answers, what both give counts.
        if (!alone) contradictions += 1
        // The part of the range before the end of an epoch may be written.
        cursor = await readCursor(sql)
        log.error({ attempt: contradictions, fault: error.message }, 'the events contradict the tables')
        if (contradictions >= ATTEMPTS_BEFORE_HALT * endpoints.size)
          await haltIndexing(sql, {
            at: Math.floor(Date.now() / 1000),
            reason: error.message,
            blockNumber: cursor?.number ?? options.deployBlock,
            expectedHash: null,
            foundHash: null,
          })
        if (source) endpoints.leaveAlone(source, new RpcFault('wrong', error.message))
      } else throw error
      const waits = error instanceof RpcFault ? (error.retryAfter ?? 0) : 0
      // Another node is asked at once.
      const atOnce = faults === 0 && endpoints.size > 1 && endpoints.anyAwake
      faults += 1
      if (!atOnce)
        await pause(Math.max(backoff(faults - 1, random), endpoints.anyAwake ? 0 : waits), undefined, {
          signal,
        }).catch(() => {})
    }
  }
}

/** @returns whether one of the other nodes names a later finalised block than `finalised` */
async function isBehind(
  endpoints: Endpoints,
  endpoint: Endpoint,
  finalised: number,
  signal: AbortSignal,
): Promise<boolean> {
  const isAhead = async (witness: Endpoint): Promise<true> => {
    if ((await finalisedBlock(endpoints, witness, signal)) > finalised) return true
    throw new RpcFault('behind', `${witness.name} has no later finalised block`)
  }
  try {
    // The first that is ahead decides: nobody waits for one that is silent.
    return await Promise.any(endpoints.witnesses(endpoint, signal).map(isAhead))
  } catch (error) {
    for (const reason of (error as AggregateError).errors) if (!(reason instanceof RpcFault)) throw reason
    return false
  }
}

/**
 * @returns `agreed`: it is confirmed, and the next may be tried at once; null: there is none, or nobody to ask
 * @throws IndexerHalted when more than half of all nodes contradict it. One word against another leaves it as it is: nothing is signed meanwhile
 */
async function confirmOldest(
  { sql, endpoints, signal, metrics, log }: FollowOptions,
  agreement: Agreement,
): Promise<'agreed' | 'disputed' | null> {
  const range = await readUnconfirmed(sql)
  metrics.unconfirmedBlock.set(range?.from ?? 0)
  if (range === null || endpoints.size === 1) return null
  const { from, to, node, digest } = range
  const answer = await agreement.confirm(node, digest, from, to, signal)
  if (answer === null) return null
  if (answer.verdict === 'disputed') {
    metrics.rpcFaults.inc({ kind: 'disagreement' })
    log.warn(
      { kind: 'disagreement', from, to, node, by: answer.by },
      'another node contradicts a range that one alone has given',
    )
    return 'disputed'
  }
  if (answer.verdict === 'contradicted')
    await haltIndexing(sql, {
      at: Math.floor(Date.now() / 1000),
      reason: `the blocks ${from} to ${to} were taken from ${node} alone, and ${answer.by} gives other logs for them`,
      blockNumber: to,
      expectedHash: null,
      foundHash: null,
    })
  await removeUnconfirmed(sql, range)
  log.info({ from, to, by: answer.by }, 'range confirmed')
  return 'agreed'
}

/**
 * A finalised block whose parent is not the stored one. One node may be wrong; once more than half of all nodes answer, none of which agrees
 * with the tables, and that three times, the chain has changed below what is stored.
 */
async function isMismatchOfMost(
  { endpoints, signal, log }: FollowOptions,
  cursor: Cursor,
  found: string,
): Promise<boolean> {
  // A node whose chain was exchanged has no say in whether ours was, and is found out when it is asked next.
  endpoints.recheck()
  const headers = await endpoints.allOn(cursor.number, signal)
  const agreeing = headers.filter(({ hash }) => hash === cursor.hash).length
  log.error(
    { block: cursor.number, stored: cursor.hash, found, nodes: headers.length, agreeing },
    'a finalised block does not follow the stored one',
  )
  return agreeing === 0 && headers.length > endpoints.size / 2
}

/** @throws IndexerHalted always */
function haltOverMismatch(sql: Sql, cursor: Cursor, found: string): Promise<never> {
  return haltIndexing(sql, {
    at: Math.floor(Date.now() / 1000),
    reason: `the chain holds ${found} as block ${cursor.number}, the tables ${cursor.hash}: finalised blocks were replaced`,
    blockNumber: cursor.number,
    expectedHash: cursor.hash,
    foundHash: found,
  })
}
