/** The secrets that the kit stores: it generates passwords, session secrets and certificates once, and is given the receivers' secrets. */
import { Type, type Static } from 'typebox'

const Certificate = Type.Object({ certificate: Type.String(), key: Type.String() })
export type CertificateAndKey = Static<typeof Certificate>

export const PASSWORDS = [
  'postgres',
  'replicator',
  'rewinder',
  'galx',
  'monitor',
  'patroni',
  'redis',
  'backups',
] as const
export type PasswordName = (typeof PASSWORDS)[number]

const Word = Type.String({ pattern: '^[0-9a-f]{48,64}$' })

/** The form of what each receiver's service keeps secret. */
export const ALERT_SECRETS = {
  /** the token of the bot that writes to the chat */
  telegram: '^\\d{1,20}:[A-Za-z0-9_-]{20,60}$',
  /** the address of Slack's incoming webhook */
  slack: '^https?://[^\\s"\'\\\\$`]+$',
  /** the integration key of the service (Events API v2) */
  pagerduty: '^[A-Za-z0-9]{16,64}$',
}
const AlertSecretsSchema = Type.Partial(
  Type.Object({
    telegram: Type.String({ pattern: ALERT_SECRETS.telegram }),
    slack: Type.String({ pattern: ALERT_SECRETS.slack }),
    pagerduty: Type.String({ pattern: ALERT_SECRETS.pagerduty }),
  }),
)
export type AlertSecrets = Static<typeof AlertSecretsSchema>

export const SecretsSchema = Type.Object({
  /** secrets of session tokens, newest first */
  sessions: Type.Array(Word, { minItems: 1 }),
  passwords: Type.Object(
    Object.fromEntries(PASSWORDS.map((name) => [name, Word])) as Record<PasswordName, typeof Word>,
  ),
  authority: Certificate,
  /** certificates by HOST/SERVICE */
  certificates: Type.Record(Type.String(), Certificate),
  /** of the alerts' receivers */
  alerts: Type.Optional(AlertSecretsSchema),
})
export type Secrets = Static<typeof SecretsSchema>
