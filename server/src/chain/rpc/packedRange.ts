/** A range as it goes from one thread to another: few large pieces, whose bytes are handed over and not copied. */
import type { BlockHeader, BlockRange } from './fetchRange.ts'
import { LogTable, type LogColumns } from './logTable.ts'

export type PackedRange = { from: number; to: number; headers: BlockHeader[]; logs: LogColumns }

export function packRange({ from, to, headers, logs }: BlockRange): PackedRange {
  const ofBlocks = headers.map(({ number, hash, parentHash, timestamp }) => ({
    ...{ number, hash, parentHash, timestamp },
  }))
  const { columns } = logs instanceof LogTable ? logs : LogTable.of(logs)
  return { from, to, headers: ofBlocks, logs: columns }
}

export function unpackRange({ logs, ...range }: PackedRange): BlockRange {
  return { ...range, logs: new LogTable(logs) }
}
