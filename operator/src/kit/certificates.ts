/** The kit's own certificate authority. openssl, which every operator's machine has, makes the certificates. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CertificateAndKey } from './secrets.ts'

const run = promisify(execFile)

/** Days. The authority outlives many renewals. A certificate is renewed once a year, with months to spare. */
const AUTHORITY_DAYS = 3_650
const CERTIFICATE_DAYS = 730

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** @throws KitError if openssl is missing or fails */
async function openssl(folder: string, parameters: readonly string[]): Promise<void> {
  try {
    await run('openssl', parameters, { cwd: folder })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
    throw new KitError(
      code === 'ENOENT'
        ? 'openssl is not installed: it makes the certificates'
        : `openssl failed: ${String(stderr).trim().split('\n').at(-1)}`,
    )
  }
}

/** The kit cannot be written for a reason outside the hosts file. */
export class KitError extends Error {
  override name = 'KitError'
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'galx-kit-')) // only its owner may enter
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function makeAuthority(): Promise<CertificateAndKey> {
  return inFolder(async (folder) => {
    await openssl(folder, [
      'req',
      '-x509',
      ...CURVE,
      '-keyout',
      'key.pem',
      '-out',
      'certificate.pem',
      '-days',
      String(AUTHORITY_DAYS),
      '-subj',
      '/CN=GALX deployment',
      '-addext',
      'keyUsage=critical,keyCertSign,cRLSign',
    ])
    return read(folder)
  })
}

/**
 * @param name the common name, SERVICE.HOST, from which a service's permissions follow
 * @param names the service's DNS names besides localhost
 * @param addresses the service's IPv4 addresses besides 127.0.0.1
 */
export function makeCertificate(
  authority: CertificateAndKey,
  name: string,
  names: readonly string[],
  addresses: readonly string[],
): Promise<CertificateAndKey> {
  return inFolder(async (folder) => {
    const alternatives = [
      ...[...names, 'localhost'].map((dns) => `DNS:${dns}`),
      ...[...new Set(['127.0.0.1', ...addresses])].map((address) => `IP:${address}`),
    ]
    await writeFile(join(folder, 'authority.pem'), authority.certificate)
    await writeFile(join(folder, 'authority.key'), authority.key, { mode: 0o600 })
    await writeFile(
      join(folder, 'extensions'),
      `basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=${alternatives.join(',')}
`,
    )
    await openssl(folder, [
      'req',
      '-new',
      ...CURVE,
      '-keyout',
      'key.pem',
      '-out',
      'request.pem',
      '-subj',
      `/CN=${name}`,
    ])
    await openssl(folder, [
      'x509',
      '-req',
      '-in',
      'request.pem',
      '-CA',
      'authority.pem',
      '-CAkey',
      'authority.key',
      '-set_serial',
      `0x01${randomBytes(15).toString('hex')}`,
      '-days',
      String(CERTIFICATE_DAYS),
      '-extfile',
      'extensions',
      '-out',
      'certificate.pem',
    ])
    return read(folder)
  })
}

async function read(folder: string): Promise<CertificateAndKey> {
  return {
    certificate: await readFile(join(folder, 'certificate.pem'), 'utf8'),
    key: await readFile(join(folder, 'key.pem'), 'utf8'),
  }
}
