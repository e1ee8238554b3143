/** Whether a server takes requests, by its readiness route, and how long its answer took. */
import type { ServerName } from '@galx/protocol/products'
import { currentConfig } from '../config/configStore.ts'

/** degraded: the chain or the indexer is late; draining: the server is about to stop. `milliseconds`: the time until this browser had the answer. */
export type Health =
  | { status: 'ready' | 'degraded' | 'unavailable' | 'draining'; milliseconds: number }
  | { status: 'unreachable' }

const STATUSES = ['ready', 'degraded', 'unavailable', 'draining'] as const
const TIMEOUT = 5_000

/** Never rejects: a server counts as unreachable if it does not answer in time or answers anything else. */
export async function readHealth(server: ServerName): Promise<Health> {
  const { apiUrl, btcApiUrl } = currentConfig()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT)
  const started = performance.now()
  try {
    const url = `${server === 'main' ? apiUrl : btcApiUrl}/health/ready`
    const response = await fetch(url, { signal: abort.signal })
    const { data } = (await response.json()) as { data?: { status?: unknown } }
    const status = STATUSES.find((one) => one === data?.status)
    if (status === undefined) return { status: 'unreachable' }
    return { status, milliseconds: Math.round(performance.now() - started) }
  } catch {
    return { status: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}
