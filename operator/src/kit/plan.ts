/** The input of the kit's renderer, as plain data: the checked hosts file with all defaults, and secrets. */
import { parseDeployment } from '@galx/protocol/deployment'
import type { WebConfig } from '@galx/protocol/webConfig'
import { webConfigOf } from '@galx/protocol/webConfigOf'
import {
  BESIDE_THE_SIGNER,
  STANDARD_DIRECTORIES,
  STANDARD_PORTS,
  type Directories,
  type HostsFile,
  type Ports,
  type Profile,
  type Role,
} from './hostsFile.ts'
import type { CertificateAndKey, Secrets } from './secrets.ts'

export type Host = {
  name: string
  address: string
  roles: readonly Role[]
  ssh: string | null
  /** the one system user of a trial; null: each part has its own user */
  user: string | null
  /** whether it runs the co-signer beside the signer */
  coSigns: boolean
  ports: Ports
  directories: Directories
}

export type Plan = {
  profile: Profile
  settings: Omit<HostsFile, 'hosts'>
  hosts: readonly Host[]
  secrets: Secrets
  /** the text of the deployment file, which goes to each host that runs a program of the product */
  deployment: string
  /** the content of the app's /config.json */
  webConfig: WebConfig
}

/** The roles of the one host: all, except the roles that only several hosts need. */
const SINGLE_ROLES: readonly Role[] = ['database', 'app', 'edge', 'signer', 'redis', 'monitor']

export function hostsOf(profile: Profile, { hosts, coSigner }: HostsFile): Host[] {
  return hosts.map(({ name, address, roles: given = [], ssh, user, ports, directories }) => {
    const roles = profile === 'single' ? SINGLE_ROLES : given
    return {
      name,
      address,
      roles,
      ssh: ssh ?? null,
      user: user ?? null,
      coSigns: roles.includes('signer') && coSigner === BESIDE_THE_SIGNER,
      ports: { ...STANDARD_PORTS, ...ports },
      directories: { ...STANDARD_DIRECTORIES, ...directories },
    }
  })
}

export function hostsWith({ hosts }: Pick<Plan, 'hosts'>, role: Role): Host[] {
  return hosts.filter(({ roles }) => roles.includes(role))
}

/** Services that authenticate with a certificate. Each has its own key on each host. */
export const CERTIFIED = ['etcd', 'postgres', 'haproxy', 'redis', 'prometheus', 'pgbackrest'] as const
export type Certified = (typeof CERTIFIED)[number]

/** The services of a host. */
export function certifiedOf(profile: Profile, { roles }: Pick<Host, 'roles'>): Certified[] {
  const needed: Record<Certified, boolean> = {
    etcd: roles.includes('etcd'),
    postgres: roles.includes('database') || roles.includes('app'),
    haproxy: profile === 'ha',
    redis: roles.includes('redis'),
    prometheus: roles.includes('monitor'),
    pgbackrest: profile === 'ha' && (roles.includes('database') || roles.includes('backup')),
  }
  return CERTIFIED.filter((service) => needed[service])
}

export function certificateOf({ secrets }: Plan, host: Host, service: Certified): CertificateAndKey {
  const pair = secrets.certificates[`${host.name}/${service}`]
  if (pair === undefined) throw new Error(`the plan has no certificate for ${host.name}/${service}`)
  return pair
}

/** The paths of certificates on a host. */
export function tlsPaths({ directories }: Host, service: Certified) {
  const folder = `${directories.etc}/galx/tls`
  return {
    authority: `${folder}/ca.crt`,
    certificate: `${folder}/${service}.crt`,
    key: `${folder}/${service}.key`,
    /** certificate and key in one file, for HAProxy */
    both: `${folder}/${service}.pem`,
  }
}

/** @param deployment the text of a deployment file */
export function makePlan(profile: Profile, file: HostsFile, secrets: Secrets, deployment: string): Plan {
  const { hosts: _hosts, ...settings } = file
  const webConfig = webConfigOf({
    deployment: parseDeployment(deployment),
    apiUrl: `https://${file.apiDomain}`,
    btcApiUrl: `https://${file.btcApiDomain}`,
    rpcUrl: file.publicNode,
    explorerUrl: file.explorer?.replace(/\/$/, '') ?? '',
    demoWallet: false,
    ...(file.app && { choices: file.app }),
  })
  return { profile, settings, hosts: hostsOf(profile, file), secrets, deployment, webConfig }
}
