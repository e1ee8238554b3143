/** Makes the missing secrets of a plan, and keeps the existing secrets. */
import { randomBytes, X509Certificate } from 'node:crypto'
import { makeAuthority, makeCertificate } from './certificates.ts'
import type { HostsFile, Profile } from './hostsFile.ts'
import { certifiedOf, hostsOf, type Host } from './plan.ts'
import {
  PASSWORDS,
  type CertificateAndKey,
  type AlertSecrets,
  type PasswordName,
  type Secrets,
} from './secrets.ts'

/** 256 bits as hex: these characters have no special meaning in any program's syntax. */
function word(): string {
  return randomBytes(32).toString('hex')
}

function passwords(of: (name: PasswordName) => string): Secrets['passwords'] {
  return Object.fromEntries(PASSWORDS.map((name) => [name, of(name)])) as Record<PasswordName, string>
}

/** Whether the certificate has the host's present name and address; otherwise other hosts would refuse it. */
function names(pair: CertificateAndKey | undefined, { name, address }: Host): boolean {
  if (pair === undefined) return false
  const certificate = new X509Certificate(pair.certificate)
  return certificate.checkHost(name) !== undefined && certificate.checkIP(address) !== undefined
}

/**
 * @param known the secrets of an earlier run. They stay, including the certificates of removed hosts. A host with a new address gets new
 * certificates
 * @param alerts the secrets of the alerts' receivers
 * @throws KitError if openssl is missing or fails
 */
export async function completeSecrets(
  profile: Profile,
  file: HostsFile,
  known: Secrets | null,
  alerts: AlertSecrets | undefined = known?.alerts,
): Promise<Secrets> {
  const authority = known?.authority ?? (await makeAuthority())
  const wanted = hostsOf(profile, file).flatMap((host) =>
    certifiedOf(profile, host).map((service) => ({ host, service, id: `${host.name}/${service}` })),
  )
  const made = await Promise.all(
    wanted
      .filter(({ id, host }) => !names(known?.certificates[id], host))
      .map(async ({ host, service, id }) => [
        id,
        await makeCertificate(authority, `${service}.${host.name}`, [host.name], [host.address]),
      ]),
  )
  return {
    sessions: known?.sessions ?? [word()],
    passwords: known?.passwords ?? passwords(word),
    authority,
    certificates: { ...known?.certificates, ...Object.fromEntries(made) },
    ...(alerts && { alerts }),
  }
}

export const ROTATIONS = ['sessions', 'sessions-at-once', 'certificates', 'passwords'] as const
export type Rotation = (typeof ROTATIONS)[number]

/**
 * - `sessions`: a new secret signs; tokens of the previous secret stay valid until they expire. Older secrets are removed.
 * - `sessions-at-once`: every token is refused from now on.
 * - `certificates`: all certificates, from the same authority.
 * - `passwords`: all passwords except the backups' password, which encrypts earlier backups.
 */
export function rotate(secrets: Secrets, rotation: Rotation): Secrets {
  switch (rotation) {
    case 'sessions':
      return { ...secrets, sessions: [word(), secrets.sessions[0]!] }
    case 'sessions-at-once':
      return { ...secrets, sessions: [word()] }
    case 'certificates':
      return { ...secrets, certificates: {} }
    case 'passwords':
      return {
        ...secrets,
        passwords: passwords((name) => (name === 'backups' ? secrets.passwords.backups : word())),
      }
  }
}
