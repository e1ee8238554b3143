/** The secrets that the kit stores: it generates passwords, session secrets and certificates once, and is given the receivers' secrets. */
import { Type, type Static } from 'typebox'
import { AlertSecretsSchema } from './alertSecrets.ts'

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
