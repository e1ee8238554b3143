/** Prometheus's data: the age of backups, certificates between the parts, and whether alerts arrive. */
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { durationText } from '@galx/operator/verify/text'
import { askJson } from './ask.ts'
import { certificateFinding } from './certificates.ts'
import { ok, warning, wrong, type Finding } from './finding.ts'

/** The greatest age of the newest backup, seconds. */
const BACKUP_SECONDS = 26 * 3_600

/** @param origin of Prometheus; null: not named @param now unix seconds */
export async function examineMonitoring(origin: string | null, now: number): Promise<Finding[]> {
  if (origin === null)
    return [
      warning('backups', 'not checked', 'name Prometheus with --prometheus URL'),
      warning('alerts', 'not checked', 'name Prometheus with --prometheus URL'),
    ]
  const prometheus = new Prometheus(origin)
  try {
    const backup = await prometheus.value('max(galx_backup_finished_timestamp_seconds)')
    const certificate = await prometheus.value('min(galx_certificate_expires_timestamp_seconds)')
    return [
      backupFinding(backup, now),
      ...(certificate === null
        ? []
        : [certificateFinding('the part that expires first', Math.floor(certificate), now)]),
      managersFinding(await prometheus.managers()),
      ...deliveryFindings(
        await prometheus.value('sum(increase(alertmanager_notifications_failed_total[1h]))'),
      ),
      firingFinding(await prometheus.firing()),
    ]
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    return [wrong('alerts', error.message, 'start Prometheus: without it no alert is sent')]
  }
}

class NoAnswerError extends Error {}

const Values = Type.Object({
  data: Type.Object({
    result: Type.Array(Type.Object({ value: Type.Tuple([Type.Number(), Type.String()]) })),
  }),
})
const Managers = Type.Object({ data: Type.Object({ activeAlertmanagers: Type.Array(Type.Unknown()) }) })
const Alerts = Type.Object({
  data: Type.Object({
    alerts: Type.Array(
      Type.Object({ state: Type.String(), labels: Type.Record(Type.String(), Type.String()) }),
    ),
  }),
})

/** Prometheus's answers. Each call @throws NoAnswerError */
class Prometheus {
  constructor(private readonly origin: string) {}

  /** @returns the single value of an expression; null if it has no value */
  async value(expression: string): Promise<number | null> {
    const { data } = await this.ask(`query?query=${encodeURIComponent(expression)}`, Values)
    const [first] = data.result
    return first === undefined ? null : Number(first.value[1])
  }

  /** The number of Alertmanagers to which Prometheus sends. */
  async managers(): Promise<number> {
    return (await this.ask('alertmanagers', Managers)).data.activeAlertmanagers.length
  }

  /** The names of the firing alerts, each once, without the Heartbeat, which always fires. */
  async firing(): Promise<string[]> {
    const { data } = await this.ask('alerts', Alerts)
    const firing = data.alerts.filter(({ state, labels }) => state === 'firing' && labels.severity !== 'none')
    return [...new Set(firing.map(({ labels }) => labels.alertname ?? 'one without a name'))]
  }

  private async ask<Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema>> {
    const answer = await askJson(`${this.origin}/api/v1/${path}`)
    if ('silence' in answer)
      throw new NoAnswerError(`Prometheus: ${this.origin} does not answer: ${answer.silence}`)
    if (answer.status !== 200 || !Value.Check(schema, answer.body))
      throw new NoAnswerError(
        `Prometheus: ${this.origin} gives an answer that is not Prometheus's (${answer.status})`,
      )
    return answer.body
  }
}

function backupFinding(finished: number | null, now: number): Finding {
  const todo = 'run pgbackrest info, then its timer; docs/runbook.md'
  if (finished === null) return wrong('backups', 'Prometheus knows of no backup', todo)
  const age = Math.max(0, Math.floor(now - finished))
  const text = `the newest backup is ${durationText(BigInt(age - (age % 60)))} old`
  return age > BACKUP_SECONDS ? wrong('backups', text, todo) : ok('backups', text)
}

function managersFinding(count: number): Finding {
  return count === 0
    ? wrong(
        'alerts',
        'Prometheus has no Alertmanager: an alert reaches nobody',
        'start Alertmanager; see alerting in prometheus.yml',
      )
    : ok('alerts', `Prometheus sends to ${count} Alertmanager${count === 1 ? '' : 's'}`)
}

/** @param failed the failed notifications in the last hour; null: Alertmanager gives no figures */
function deliveryFindings(failed: number | null): Finding[] {
  if (failed === null || failed <= 0) return []
  const todo = 'look at its log and at the receiver'
  return [wrong('alerts', 'Alertmanager could not deliver an alert in the last hour', todo)]
}

function firingFinding(names: readonly string[]): Finding {
  return names.length === 0
    ? ok('alerts', 'none fires')
    : warning('alerts', `firing: ${names.join(', ')}`, 'docs/runbook.md has a page for each')
}
