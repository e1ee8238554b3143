/**
 * Whether this process should get requests: yes, while the database answers and the process is not about to stop. Without the chain's node, or
 * with a late indexer, the process says `degraded` and serves the known data. A balancer that removed every process would help nobody.
 */
import { Type, type Static } from 'typebox'
import { ttlCache } from '../ttlCache.ts'
import { withTimeout } from '../withTimeout.ts'

function Known<Schema extends ReturnType<typeof Type.Integer>>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export const ReadinessSchema = Type.Object({
  status: Type.Enum(['ready', 'degraded', 'unavailable', 'draining']),
  checks: Type.Object({
    database: Type.Object({ ok: Type.Boolean() }),
    chain: Type.Object({
      ok: Type.Boolean(),
      head: Known(Type.Integer()),
      ageSeconds: Known(Type.Integer()),
    }),
    indexer: Type.Object({
      ok: Type.Boolean(),
      block: Known(Type.Integer()),
      lagBlocks: Known(Type.Integer()),
      ageSeconds: Known(Type.Integer()),
      halted: Type.Union([Type.String(), Type.Null()]),
      differences: Known(
        Type.Integer({ description: 'figures that differ from the contracts; null: not compared yet' }),
      ),
    }),
  }),
})
export type Readiness = Static<typeof ReadinessSchema>

/** Fast finality can fail on BSC for two minutes. After this time the indexer is late. */
const LATE_SECONDS = 180
/** A client that asks again sooner gets the last answer. */
const FRESH_MS = 1_000
const TIMEOUT_MS = 3_000

/**
 * The state of the indexer: its newest block with the block's time (unix seconds), the reason of a halt, and the number of figures that differ
 * from the contracts.
 */
type IndexerStatus = {
  block: number | null
  timestamp: number | null
  halted: string | null
  differences: number | null
}

/** Each question rejects, or takes long, if the database or the node is unreachable. */
export type ReadinessQuestions = {
  /** the state of the indexer, from the database */
  indexer(): PromiseLike<IndexerStatus>
  /** the head of the chain's node; time in unix seconds */
  head(): PromiseLike<{ number: number; timestamp: number }>
}

/**
 * @param now milliseconds since 1970
 * @param draining whether the process is about to stop
 * @param clock milliseconds, monotonic
 */
export function createReadiness(
  questions: ReadinessQuestions,
  now: () => number,
  draining: () => boolean,
  clock?: () => number,
): () => Promise<Readiness> {
  const read = async (): Promise<Readiness> => {
    const [row, head] = await Promise.all([
      withTimeout(TIMEOUT_MS, questions.indexer()),
      withTimeout(TIMEOUT_MS, questions.head()),
    ])
    const seconds = Math.floor(now() / 1000)
    const block = row?.block ?? null
    const ageSeconds = typeof row?.timestamp === 'number' ? Math.max(0, seconds - row.timestamp) : null
    const halted = row?.halted ?? null
    const differences = row?.differences ?? null
    const indexer = {
      ok: halted === null && differences === 0 && ageSeconds !== null && ageSeconds <= LATE_SECONDS,
      block,
      lagBlocks: head === null || block === null ? null : Math.max(0, head.number - block),
      ageSeconds,
      halted,
      differences,
    }
    const chainCheck = {
      ok: head !== null,
      head: head?.number ?? null,
      ageSeconds: head === null ? null : Math.max(0, seconds - head.timestamp),
    }
    const status = row === null ? 'unavailable' : chainCheck.ok && indexer.ok ? 'ready' : 'degraded'
    return { status, checks: { database: { ok: row !== null }, chain: chainCheck, indexer } }
  }

  const fresh = ttlCache(FRESH_MS, read, clock)
  return async () => {
    const answer = await fresh()
    return draining() ? { ...answer, status: 'draining' } : answer
  }
}
