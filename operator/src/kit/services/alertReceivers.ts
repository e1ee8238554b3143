/** Alertmanager's configuration: the receivers that wake people, each in its service's form, and the heartbeat. */
import type { Plan } from '../plan.ts'
import type { AlertSecrets } from '../secrets.ts'

/** The text for every service: one line for each alert, and the address of the runbook. */
const TEXT =
  '{{ range .Alerts }}{{ .Status }}: {{ .Labels.alertname }}: {{ .Annotations.summary }}\n{{ .Annotations.runbook_url }}\n{{ end }}'
const TITLE = '{{ .Status }}: {{ .CommonLabels.alertname }}'

/** @throws Error if the plan lacks the secret of a receiver */
export function alertmanager({ settings, secrets }: Plan): object {
  const { heartbeat } = settings.alerts
  const watched = heartbeat !== undefined
  return {
    route: {
      receiver: 'operator',
      group_by: ['alertname'],
      group_wait: '5s',
      group_interval: '1m',
      repeat_interval: '4h',
      routes: [
        ...(watched
          ? [
              {
                receiver: 'heartbeat',
                matchers: ['alertname="Heartbeat"'],
                group_wait: '0s',
                group_interval: '30s',
                repeat_interval: '1m',
              },
            ]
          : []),
        { receiver: 'nobody', matchers: ['severity="none"'] },
      ],
    },
    receivers: [
      { name: 'operator', ...forms(settings.alerts, secrets.alerts ?? {}) },
      // The heartbeat must end in silence: a call with "resolved" would look like a beat.
      ...(watched
        ? [{ name: 'heartbeat', webhook_configs: [{ url: heartbeat, send_resolved: false }] }]
        : []),
      { name: 'nobody' },
    ],
  }
}

/** Every service gets every alert: while one service is down, the others still wake somebody. */
function forms({ webhook, telegram, slack, pagerduty }: Plan['settings']['alerts'], secrets: AlertSecrets) {
  const secretOf = (name: keyof AlertSecrets): string => {
    const secret = secrets[name]
    if (secret === undefined) throw new Error(`the plan has no secret for alerts.${name}`)
    return secret
  }
  const hooks = typeof webhook === 'string' ? [webhook] : (webhook ?? [])
  return {
    ...(hooks.length > 0 && { webhook_configs: hooks.map((url) => ({ url, send_resolved: true })) }),
    ...(telegram && {
      telegram_configs: [
        {
          bot_token: secretOf('telegram'),
          chat_id: telegram.chat,
          // Telegram refuses a message whose plain characters are no valid markup.
          parse_mode: '',
          message: TEXT,
          send_resolved: true,
        },
      ],
    }),
    ...(slack && {
      slack_configs: [
        {
          api_url: secretOf('slack'),
          ...(slack.channel !== undefined && { channel: slack.channel }),
          title: TITLE,
          text: TEXT,
          send_resolved: true,
        },
      ],
    }),
    ...(pagerduty && {
      pagerduty_configs: [
        {
          routing_key: secretOf('pagerduty'),
          description: `${TITLE}: {{ .CommonAnnotations.summary }}`,
          severity: '{{ .CommonLabels.severity }}',
          send_resolved: true,
        },
      ],
    }),
  }
}
