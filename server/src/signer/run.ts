/** The life of a signer process: waiting for the lock, then turn after turn. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connect, type Queryable } from '../platform/database/connection.ts'
import { assertSchema } from '../platform/database/migrate.ts'
import { refuseStandby } from '../platform/database/standby.ts'
import { TIME_LIMITS } from '../platform/database/timeLimits.ts'
import { RetryableError } from '../platform/faults.ts'
import { showWaiting, type SignerMetrics } from './metrics.ts'
import { writeStatus } from './tables.ts'
import { endOf, takeTurn, type SignerWork } from './turn.ts'

/** A constant that no other lock uses. */
const SIGNER_LOCK = 0x67610002
/** Milliseconds between two turns, between two tries for the lock, and after a fault. */
const EVERY = 1_000
const STANDBY_POLL_INTERVAL = 300
const AFTER_FAULT = 2_000
/** The rest after a turn is this multiple of its duration, up to a limit. So a turn that sums over all accounts is not repeated at once. */
const REST_TIMES = 4
const LONGEST_REST = 10_000
/** Seconds after which an unchanged standing is written again. Readers of an older standing assume that the signer has ended. */
const STILL_HERE = 20

type SignerOptions = Omit<SignerWork, 'sql' | 'now' | 'said' | 'signal'> & {
  databaseUrl: string
  log: Logger
  /** removes secrets from answers of other programs */
  redact(text: string): string
  metrics: SignerMetrics
  signal: AbortSignal
}

/**
 * Runs until `signal` aborts. Of several processes one publishes and signs, the others stand by.
 * @throws SchemaError, and a fault that waiting does not resolve
 */
export async function runSigner(options: SignerOptions): Promise<void> {
  const { log, metrics, signal } = options
  while (!signal.aborted) {
    try {
      await leadOnce(options)
    } catch (error) {
      if (signal.aborted) return
      metrics.leads.set(0)
      if (!(error instanceof RetryableError)) throw error
      metrics.faults.inc()
      log.warn({ fault: error.message }, 'the signer will try again')
      await pause(AFTER_FAULT, undefined, { signal }).catch(() => {})
    }
  }
}

async function leadOnce({
  databaseUrl,
  log,
  redact,
  metrics,
  signal,
  ...work
}: SignerOptions): Promise<void> {
  // One connection holds the lock and writes. If the connection is lost, both end at once.
  const lost = new AbortController()
  const sql = connect(databaseUrl, {
    name: 'galx signer',
    max: 1,
    limits: TIME_LIMITS.aggregate,
    onLost: () => lost.abort(),
  })
  try {
    await refuseStandby(sql)
    await assertSchema(sql)
    while (!(await tryToLead(sql))) {
      log.debug('standing by: another signer works')
      await pause(STANDBY_POLL_INTERVAL, undefined, { signal })
    }
    metrics.leads.set(1)
    log.info('publishing and signing')
    const inTime = AbortSignal.any([signal, lost.signal])
    let lastWords = ''
    let lastWritten = 0
    let lastSigned: number | null = null
    while (!inTime.aborted) {
      const begun = performance.now()
      const { waiting, signed } = await takeTurn({
        ...work,
        sql,
        now: seconds,
        signal: inTime,
        said: (event, count, epoch) => {
          if (event === 'signed') metrics.vouchers.inc(count)
          else metrics.publications.inc()
          // A line for each part of each epoch would be too many.
          if (event === 'signed') log.debug({ epoch, count }, 'signed vouchers')
          else log.info({ epoch, count }, 'sent epochs to EpochLog')
        },
      })
      if (signed !== null) metrics.signedEpoch.set(signed)
      if (signed !== null && signed !== lastSigned)
        log.info({ epoch: signed }, 'signed all vouchers up to this epoch')
      lastSigned = signed
      const end = endOf(work.deployment, waiting.epoch)
      showWaiting(metrics, waiting, end, seconds())
      const words = `${waiting.reason}: ${waiting.detail}`
      if (words !== lastWords || seconds() - lastWritten >= STILL_HERE) {
        lastWritten = seconds()
        await writeStatus(sql, lastWritten, { ...waiting, detail: redact(waiting.detail) })
      }
      if (words !== lastWords && waiting.reason !== 'indexing')
        log[NORMAL.has(waiting.reason) ? 'info' : 'error']({ ...waiting }, 'an epoch waits')
      lastWords = words
      const rest = Math.min(REST_TIMES * (performance.now() - begun), LONGEST_REST)
      await pause(Math.max(EVERY, rest), undefined, { signal: inTime }).catch(() => {})
    }
    if (!signal.aborted) throw new RetryableError('the connection that held the lock has ended')
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Reasons for which every epoch waits for a while, without any fault. */
const NORMAL = new Set(['indexing', 'unconfirmed', 'unpublished'])

async function tryToLead(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ leads: boolean }[]>`select pg_try_advisory_lock(${SIGNER_LOCK}) as leads`
  return row?.leads ?? false
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
