/** The signer's metrics. */
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { LATE_REASONS } from '@galx/protocol/http/bonuses'
import type { Waiting } from './turn.ts'

export type SignerMetrics = ReturnType<typeof signerMetrics>

export function signerMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const metrics = {
    registry,
    leads: gauge('galx_signer_leads', '1 while this process publishes and signs'),
    signedEpoch: gauge('galx_signer_signed_epoch', 'last epoch whose vouchers are all signed'),
    lateSeconds: gauge(
      'galx_signer_late_seconds',
      'age of the first ended epoch whose vouchers are not signed',
    ),
    waits: new Gauge({
      name: 'galx_signer_waits',
      help: '1 for the reason why the first ended epoch is not signed',
      labelNames: ['reason'] as const,
      registers,
    }),
    vouchers: new Counter({ name: 'galx_signer_vouchers_total', help: 'vouchers signed', registers }),
    publications: new Counter({
      name: 'galx_signer_publications_total',
      help: 'transactions sent to EpochLog',
      registers,
    }),
    faults: new Counter({ name: 'galx_signer_faults_total', help: 'turns that failed', registers }),
  }
  // A gauge without a value stays absent: unknown is not 0.
  metrics.signedEpoch.remove()
  metrics.lateSeconds.remove()
  return metrics
}

/** The metrics of `verdicts`. */
export function verdictMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const metrics = {
    registry,
    epoch: new Gauge({
      name: 'galx_verdict_epoch',
      help: 'last epoch whose hash the second engine has computed',
      registers,
    }),
    differences: new Counter({
      name: 'galx_verdict_differences_total',
      help: 'differences that the second engine found',
      registers,
    }),
  }
  metrics.epoch.remove()
  return metrics
}

/** @param end the end of the epoch that waits, unix seconds @param now unix seconds */
export function showWaiting(
  { lateSeconds, waits }: SignerMetrics,
  waiting: Waiting,
  end: number,
  now: number,
): void {
  const late = Math.max(0, now - end)
  lateSeconds.set(late)
  for (const reason of LATE_REASONS) waits.set({ reason }, late > 0 && reason === waiting.reason ? 1 : 0)
}
