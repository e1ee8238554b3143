/**
 * `main.ts verdicts`: reads the second engine's verdicts from standard input, one JSON line for each epoch, and stores them for the signer:
 * `operator audit --follow | main.ts verdicts`. Ends at the end of its input.
 */
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { connect, type Sql } from '../platform/database/connection.ts'
import { assertSchema } from '../platform/database/migrate.ts'
import { TIME_LIMITS } from '../platform/database/timeLimits.ts'
import { directDatabaseUrl, host, port, type Environment } from '../platform/environment.ts'
import { FatalError, RetryableError } from '../platform/faults.ts'
import { createLog } from '../platform/log.ts'
import { metricsOf, startMetricsServer } from '../platform/http/metricsServer.ts'
import { SECOND_ENGINE } from '../ledger/secondEngine.ts'
import { verdictMetrics } from './metrics.ts'

/** A line is not a verdict. Another program, or another version, wrote the input. */
class MalformedVerdictError extends FatalError {
  override name = 'MalformedVerdictError'
}

type Verdict = { epoch: number; hash: Hex }

/**
 * @returns null for a line without a verdict: a difference that the engine found, or the reason why there is no verdict
 * @throws MalformedVerdictError
 */
export function readVerdict(line: string): Verdict | null {
  let json: { epoch?: unknown; hash?: unknown; difference?: unknown } | null
  try {
    json = JSON.parse(line) as typeof json
  } catch {
    throw new MalformedVerdictError(`a verdict is a line of JSON, not "${line.slice(0, 80)}"`)
  }
  if (json?.difference !== undefined) return null
  const epoch = /^(0|[1-9]\d{0,14})$/.test(String(json?.epoch)) ? Number(json!.epoch) : Number.NaN
  const hash = String(json?.hash)
  if (!Number.isSafeInteger(epoch) || !/^0x[0-9a-f]{64}$/.test(hash))
    throw new MalformedVerdictError(`a verdict needs an epoch and a hash: "${line.slice(0, 80)}"`)
  return { epoch, hash: hash as Hex }
}

/** @param at unix seconds */
async function writeVerdict(sql: Sql, { epoch, hash }: Verdict, at: number): Promise<void> {
  await sql`
    insert into galx.engine_verdicts as v (engine, epoch, hash, at) values (${SECOND_ENGINE}, ${epoch}, ${hash}, ${at})
    on conflict (engine, epoch) do update set hash = excluded.hash, at = excluded.at where v.hash <> excluded.hash`
}

const AFTER_FAULT = 1_000

export async function verdicts(environment: Environment): Promise<number> {
  const sql = connect(directDatabaseUrl(environment), {
    name: 'galx verdicts',
    max: 1,
    limits: TIME_LIMITS.write,
  })
  const log = createLog(environment, 'verdicts')
  const metrics = verdictMetrics()
  const place = environment.VERDICTS_PORT?.trim()
    ? { host: host(environment), port: port(environment, 'VERDICTS_PORT') }
    : null
  const listener = place === null ? null : await startMetricsServer(metricsOf(metrics.registry), place)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGTERM', stop).once('SIGINT', stop)
  try {
    await untilDone(() => assertSchema(sql), log, stopping.signal)
    // The reader is created right before the loop, because lines that arrive before the loop would be lost.
    const lines = createInterface({ input: process.stdin, signal: stopping.signal })
    for await (const line of lines) {
      const verdict = readVerdict(line)
      if (verdict === null) {
        metrics.differences.inc()
        log.error({ line: line.slice(0, 1_000) }, 'the second engine found a difference')
        continue
      }
      await untilDone(() => writeVerdict(sql, verdict, Math.floor(Date.now() / 1000)), log, stopping.signal)
      metrics.epoch.set(verdict.epoch)
    }
    return 0
  } finally {
    await listener?.stop()
    await sql.end({ timeout: 1 })
  }
}

/** Repeats the work while the database does not answer, because the engine prints each verdict once. */
async function untilDone(work: () => Promise<void>, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
      log.warn({ fault: error.message }, 'waiting for the database')
      await pause(AFTER_FAULT, undefined, { signal }).catch(() => {})
    }
  }
}
