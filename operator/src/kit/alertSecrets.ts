/** What the services of the alerts' receivers keep secret. A person has it from the service, and the kit stores it with its other secrets. */
import { KitError } from './certificates.ts'
import type { HostsFile } from './hostsFile.ts'
import { ALERT_SECRETS, type AlertSecrets } from './secrets.ts'

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
    else if (!new RegExp(ALERT_SECRETS[name]).test(value)) problems.push(`${variable} must be ${form}`)
    else found[name] = value
  }
  if (problems.length > 0) throw new KitError(problems.join('\n'))
  return Object.keys(found).length === 0 ? undefined : found
}
