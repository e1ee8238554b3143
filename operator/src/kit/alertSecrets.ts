/** What the services of the alerts' receivers keep secret. A person has it from the service, and the kit stores it with its other secrets. */
import { Type, type Static } from 'typebox'
import { KitError } from './certificates.ts'
import type { HostsFile } from './hostsFile.ts'

const PATTERNS = {
  /** the token of the bot that writes to the chat */
  telegram: '^\\d{1,20}:[A-Za-z0-9_-]{20,60}$',
  /** the address of Slack's incoming webhook */
  slack: '^https?://[^\\s"\'\\\\$`]+$',
  /** the integration key of the service (Events API v2) */
  pagerduty: '^[A-Za-z0-9]{16,64}$',
}
export const AlertSecretsSchema = Type.Partial(
  Type.Object({
    telegram: Type.String({ pattern: PATTERNS.telegram }),
    slack: Type.String({ pattern: PATTERNS.slack }),
    pagerduty: Type.String({ pattern: PATTERNS.pagerduty }),
  }),
)
export type AlertSecrets = Static<typeof AlertSecretsSchema>

/** The variable that gives each secret, and its form in words. */
const SOURCES = {
  telegram: ['TELEGRAM_BOT_TOKEN', 'a bot’s token, such as 123456:ABC…'],
  slack: ['SLACK_WEBHOOK_URL', 'the http or https address of an incoming webhook'],
  pagerduty: ['PAGERDUTY_ROUTING_KEY', 'an integration key of letters and digits'],
} as const satisfies Record<keyof AlertSecrets, readonly [string, string]>

/**
 * Reads the secrets of the receivers in the hosts file. A set variable replaces the stored secret. The secret of a receiver that is no longer
 * in the file is dropped.
 * @param known the stored secrets
 * @throws KitError with a line for each secret that is missing or has another form; no line quotes a value
 */
export function readAlertSecrets(
  { alerts }: Pick<HostsFile, 'alerts'>,
  environment: Readonly<Record<string, string | undefined>>,
  known: AlertSecrets | undefined,
): AlertSecrets | undefined {
  const problems: string[] = []
  const found: AlertSecrets = {}
  for (const name of Object.keys(SOURCES) as (keyof AlertSecrets)[]) {
    if (alerts[name] === undefined) continue
    const [variable, form] = SOURCES[name]
    const given = environment[variable]?.trim() || undefined
    const value = given ?? known?.[name]
    if (value === undefined)
      problems.push(
        `alerts.${name}: ${variable} is missing in the environment; the kit keeps it in secrets.json`,
      )
    else if (!new RegExp(PATTERNS[name]).test(value)) problems.push(`${variable} must be ${form}`)
    else found[name] = value
  }
  if (problems.length > 0) throw new KitError(problems.join('\n'))
  return Object.keys(found).length === 0 ? undefined : found
}
