/** A range of blocks into the tables, cut at the ends of epochs: each part in its own transaction, and each end in one between them. */
import type { Logger } from 'pino'
import type { AgreedRange } from '../../chain/rpc/agreement.ts'
import { digestOf } from '../../chain/rpc/fetchRange.ts'
import type { Logs } from '../../chain/rpc/logTable.ts'
import type { RawLog } from '../../chain/rpc/shapes.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { transactWithReader } from '../../platform/database/readBeside.ts'
import { TIME_LIMITS } from '../../platform/database/timeLimits.ts'
import { LastingFault } from '../../platform/faults.ts'
import { holdCursor, type Cursor } from './cursor.ts'
import { epochOf, type EpochEnd, type Epochs } from './epochs.ts'
import type { Lookahead } from './lookahead.ts'
import type { Source } from './source.ts'
import { writeBatch } from './writeBatch.ts'

/** The tables have gone beyond the end of an epoch that was not closed there. */
class EpochMissed extends LastingFault {
  override name = 'EpochMissed'
}

/** Of a range that nodes agree on, what is written. */
type Part = Omit<AgreedRange, 'source' | 'outvoted'>

export type WriteOptions = {
  sql: Sql
  genesisHash: string
  sources: readonly Source[]
  epochs: Epochs
  log: Logger
}

/**
 * Stopped at any moment, it goes on where the cursor stands: an epoch is closed once the tables have come to its end, and the next block
 * lies beyond it.
 * @param cursor where the tables stand; null before the first range
 * @param lookahead of this range and those around it
 * @returns where they stand now
 * @throws what `writeBatch` throws; EpochContradiction
 */
export async function writeRange(
  options: WriteOptions,
  cursor: Cursor | null,
  range: Part,
  lookahead: Lookahead,
): Promise<Cursor> {
  const { sql, genesisHash, sources, epochs } = options
  const next = await epochs.next(sql)
  let at = cursor
  let rest = range
  for (let epoch = next; ; epoch += 1) {
    const end = (epoch + 1) * epochs.duration
    const beyond = rest.headers.findIndex(({ timestamp }) => timestamp >= end)
    if (beyond < 0) break
    if (beyond > 0) {
      const to = rest.from + beyond - 1
      const headers = rest.headers.slice(0, beyond)
      const [logs, following] = parted(rest.logs, to)
      at = await writeBatch(sql, at, part({ ...rest, to, headers, logs }), genesisHash, sources, epochs)
      rest = part({
        ...{ from: to + 1, to: range.to, headers: rest.headers.slice(beyond) },
        ...{ logs: following, unconfirmed: range.unconfirmed },
      })
    }
    await close(options, at, endOf(epoch, at, rest.from, epochs))
  }
  return writeBatch(sql, at, rest, genesisHash, sources, epochs, lookahead)
}

/** @returns those up to a block, and those after it */
function parted(logs: Logs, last: number): [RawLog[], RawLog[]] {
  const all = [...logs]
  const end = all.findIndex(({ blockNumber }) => blockNumber > last)
  return end < 0 ? [all, []] : [all.slice(0, end), all.slice(end)]
}

/** What one node alone has given is confirmed part by part, so that each part has a digest of its own. */
function part(range: Part): Part {
  const { headers, logs, unconfirmed } = range
  if (unconfirmed === null) return range
  return { ...range, unconfirmed: { ...unconfirmed, digest: digestOf(headers.at(-1)!.hash, logs) } }
}

function endOf(epoch: number, cursor: Cursor | null, following: number, epochs: Epochs): EpochEnd {
  const within = cursor !== null && epochOf(cursor.timestamp, epochs) === epoch
  return {
    epoch,
    first: within ? cursor.epochStart : null,
    last: within ? { number: cursor.number, hash: cursor.hash } : null,
    blockNumber: following - 1,
  }
}

async function close(
  { sql, epochs, log }: WriteOptions,
  cursor: Cursor | null,
  end: EpochEnd,
): Promise<void> {
  const started = performance.now()
  const reader = { name: 'galx closing', limits: TIME_LIMITS.aggregate }
  // Nobody writes what is read from the chain without moving the cursor. While it is held, both connections see the epoch's end.
  const hash = await transactWithReader(sql, reader, async (transaction, read) => {
    await holdCursor(transaction, cursor)
    return epochs.close(transaction, end, read)
  })
  log.info({ epoch: end.epoch, hash, milliseconds: Math.round(performance.now() - started) }, 'epoch closed')
}

/** @throws EpochMissed when the tables went beyond an end before this program, or its deployment file, knew of it */
export async function assertEpochs(sql: Sql, cursor: Cursor, epochs: Epochs): Promise<void> {
  const epoch = await epochs.next(sql)
  if (epochOf(cursor.timestamp, epochs) > epoch)
    throw new EpochMissed(
      `the tables stand beyond the end of epoch ${epoch}, which was not closed there. run "reindex"`,
    )
}
