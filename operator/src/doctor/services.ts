/** What stands around the programs: the APIs' answers, certificates, Redis, and what Prometheus knows of backups and alerts. */
import { connect as connectTls } from 'node:tls'
import { connectRedis } from '../../../server/src/platform/limits/redis.ts'
import { firstLine } from '../verify/findings.ts'
import { durationText } from '../verify/text.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

const DAY = 86_400
/** A certificate that ends within this has not been renewed as it should have been. */
const CERTIFICATE_SECONDS = 14 * DAY
/** Age of the newest backup of any kind, and of the newest full one. */
const BACKUP_SECONDS = 26 * 3_600
const PATIENCE = 5_000

/** The readiness of a server of ours, at its origin. */
export async function examineApi(origin: string): Promise<Finding[]> {
  const answer = await ask(`${origin}/health/ready`)
  if (typeof answer === 'string') return [wrong('apis', answer, 'start the API; look at its log')]
  const body = (answer.body ?? {}) as Record<string, unknown>
  const silent = Object.entries(body).filter(([, value]) => value === false || value === 'down')
  if (answer.status !== 200)
    return [
      wrong('apis', `${origin} is not ready (${answer.status})`, 'look at what its /health/ready names'),
    ]
  return silent.length > 0
    ? [
        warning(
          'apis',
          `${origin} is ready without ${silent.map(([name]) => name).join(', ')}`,
          'look at what does not answer',
        ),
      ]
    : [ok('apis', `${origin} is ready`)]
}

/** @param now unix seconds */
export async function examineCertificate(address: string, now: number): Promise<Finding> {
  const { protocol, hostname, port, host } = new URL(address)
  if (protocol !== 'https:')
    return warning('certificates', `${host} is looked at without TLS`, 'name the public https address')
  return new Promise((done) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      timeout: PATIENCE,
    })
    const end = (finding: Finding) => {
      socket.destroy()
      done(finding)
    }
    socket.once('secureConnect', () => {
      const until = Math.floor(Date.parse(socket.getPeerCertificate().valid_to) / 1_000)
      end(certificateFinding(host, until, now))
    })
    socket.once('timeout', () =>
      end(wrong('certificates', `${host} does not answer`, 'look at the web server')),
    )
    socket.once('error', (error) =>
      end(
        wrong('certificates', `${host}: ${firstLine(error)}`, 'renew the certificate, or correct its chain'),
      ),
    )
  })
}

function certificateFinding(name: string, until: number, now: number): Finding {
  const left = until - now
  const todo = 'renew it; look at why it was not renewed by itself'
  if (left <= 0) return wrong('certificates', `that of ${name} has ended`, todo)
  const text = `that of ${name} lasts ${durationText(BigInt(left - (left % 3_600)))}`
  return left < CERTIFICATE_SECONDS ? warning('certificates', text, todo) : ok('certificates', text)
}

/** Whether limits count for all processes together. @param url null: REDIS_URL is not set */
export async function examineLimits(url: string | null): Promise<Finding> {
  if (url === null) return ok('limits', 'each API process counts for itself (REDIS_URL is not set)')
  const redis = await connectRedis({ url, onChange: () => {} })
  try {
    await redis.ping()
    return ok('limits', 'Redis answers: limits count for all processes together')
  } catch {
    return warning(
      'limits',
      'Redis does not answer: each API process counts for itself',
      'start Redis, or correct REDIS_URL',
    )
  } finally {
    redis.disconnect()
  }
}

/**
 * Backups, certificates between the parts, and whether alerts reach anybody, as Prometheus has them.
 * @param origin null: nobody named it @param now unix seconds
 */
export async function examineMonitoring(origin: string | null, now: number): Promise<Finding[]> {
  if (origin === null)
    return [
      warning('backups', 'not looked at', 'name Prometheus with --prometheus URL'),
      warning('alerts', 'not looked at', 'name Prometheus with --prometheus URL'),
    ]
  const backup = await query(origin, 'max(galx_backup_finished_timestamp_seconds)')
  if (typeof backup === 'string')
    return [wrong('alerts', `Prometheus: ${backup}`, 'start Prometheus: without it nobody is alarmed')]
  const certificate = await query(origin, 'min(galx_certificate_expires_timestamp_seconds)')
  const failed = await query(origin, 'sum(increase(alertmanager_notifications_failed_total[1h]))')
  return [
    backupFinding(backup, now),
    ...(typeof certificate === 'number'
      ? [certificateFinding('the first of all parts', Math.floor(certificate), now)]
      : []),
    ...(await alerts(origin, typeof failed === 'number' ? failed : null)),
  ]
}

function backupFinding(finished: number | null, now: number): Finding {
  const todo = 'run pgbackrest info, then its timer; docs/runbook.md'
  if (finished === null) return wrong('backups', 'Prometheus knows of no backup', todo)
  const age = Math.max(0, Math.floor(now - finished))
  const text = `the newest one is ${durationText(BigInt(age - (age % 60)))} old`
  return age > BACKUP_SECONDS ? wrong('backups', text, todo) : ok('backups', text)
}

async function alerts(origin: string, failed: number | null): Promise<Finding[]> {
  const answer = await ask(`${origin}/api/v1/alertmanagers`)
  const managers =
    typeof answer === 'string'
      ? []
      : ((answer.body as { data?: { activeAlertmanagers?: unknown[] } } | null)?.data?.activeAlertmanagers ??
        [])
  const firing = await ask(`${origin}/api/v1/alerts`)
  const active =
    typeof firing === 'string'
      ? []
      : ((firing.body as { data?: { alerts?: { state: string; labels: Record<string, string> }[] } } | null)
          ?.data?.alerts ?? [])
  const names = [
    ...new Set(active.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '?')),
  ]
  return [
    managers.length === 0
      ? wrong(
          'alerts',
          'Prometheus has no Alertmanager: an alert reaches nobody',
          'start Alertmanager; see alerting in prometheus.yml',
        )
      : ok(
          'alerts',
          `Prometheus sends to ${managers.length} Alertmanager${managers.length === 1 ? '' : 's'}`,
        ),
    ...(failed !== null && failed > 0
      ? [
          wrong(
            'alerts',
            'Alertmanager could not deliver an alert in the last hour',
            'look at its log and at the receiver',
          ),
        ]
      : []),
    names.length === 0
      ? ok('alerts', 'none fires')
      : warning('alerts', `firing: ${names.join(', ')}`, 'docs/runbook.md has a page for each'),
  ]
}

/** @returns the one value; null: there is none; a text: what is wrong */
async function query(origin: string, expression: string): Promise<number | string | null> {
  const answer = await ask(`${origin}/api/v1/query?query=${encodeURIComponent(expression)}`)
  if (typeof answer === 'string') return answer
  const result = (answer.body as { data?: { result?: { value?: [number, string] }[] } } | null)?.data?.result
  if (answer.status !== 200 || result === undefined) return `${origin} answers with ${answer.status}`
  const value = result[0]?.value?.[1]
  return value === undefined ? null : Number(value)
}

/** @returns a text where there was no answer */
async function ask(url: string): Promise<{ status: number; body: unknown } | string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return `${new URL(url).origin} does not answer`
  }
}
