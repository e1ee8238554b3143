/** The input of the kit's renderer, as plain data: the checked hosts file with all defaults, and secrets. */
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import type { WebConfig } from '@galx/protocol/webConfig'
import { webConfigOf } from '@galx/protocol/webConfigOf'
import { isMainnet } from '../networks/knownChains.ts'
import {
  standardDirectories,
  STANDARD_PORTS,
  type Debian,
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
  /** IP address and port at which its co-signer answers the signers; null: it has no co-signer */
  coSignsAt: string | null
  /** chain nodes of its programs */
  nodes: readonly string[]
  ports: Ports
  directories: Directories
  /** whether its parts and programs run in containers */
  containers: boolean
  /** the version of its Debian, or of its containers' Debian */
  debian: Debian
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

/** The roles of the first host of `single`: all, except the co-signer and the roles that only several hosts need. */
const SINGLE_ROLES: readonly Role[] = ['database', 'app', 'edge', 'signer', 'redis', 'monitor']

/** The folder of the kit's files in containers. */
const SETTINGS = '/settings'

type Roles = { name: string; roles: readonly Role[] }

function rolesOf(profile: Profile, { hosts, coSigner }: HostsFile): Roles[] {
  const given = hosts.map(({ name, roles = [] }) => ({ name, roles }))
  if (profile === 'ha') return given
  const [first, ...others] = given
  const apart = coSigner !== undefined || others.some(({ roles }) => roles.includes('cosigner'))
  return [{ name: first!.name, roles: apart ? SINGLE_ROLES : [...SINGLE_ROLES, 'cosigner'] }, ...others]
}

export function hostsOf(profile: Profile, file: HostsFile): Host[] {
  const all = rolesOf(profile, file)
  const containers = file.containers !== undefined
  const debian = containers ? 13 : (file.debian ?? 12)
  const standard = { ...standardDirectories(debian), ...(containers ? { etc: SETTINGS } : {}) }
  const signers = all.filter(({ roles }) => roles.includes('signer'))
  return file.hosts.map(({ name, address, nodes, ssh, user, ports: own, directories }, index) => {
    const { roles } = all[index]!
    const ports = { ...STANDARD_PORTS, ...own }
    const at = signers.every((signer) => signer.name === name) ? '127.0.0.1' : address
    return {
      name,
      address,
      roles,
      ssh: ssh ?? null,
      user: user ?? null,
      coSignsAt: roles.includes('cosigner') ? `${at}:${ports.coSigner}` : null,
      nodes: nodes ?? file.nodes,
      ports,
      directories: { ...standard, ...directories },
      containers,
      debian,
    }
  })
}

/** @returns a problem for each mainnet host that has the co-signer and another role. An intruder on such a host may get both keys. */
export function coSignerProblems(
  profile: Profile,
  file: HostsFile,
  deployment: Pick<Deployment, 'chainId' | 'network'>,
): string[] {
  if (!isMainnet(deployment)) return []
  return rolesOf(profile, file)
    .filter(({ roles }) => roles.includes('cosigner') && roles.length > 1)
    .map(({ name, roles }) =>
      roles.includes('signer')
        ? `host ${name} has the signer and the co-signer, which must be apart on mainnet: an intruder there has both keys of vouchers. Give another host the role cosigner, or name a co-signer elsewhere as coSigner`
        : `host ${name} has the role cosigner and others: on mainnet the co-signer must be alone on its host`,
    )
}

/** The co-signer's address for the signers. */
export function coSignerUrl({ settings, hosts }: Pick<Plan, 'settings' | 'hosts'>): string {
  return settings.coSigner ?? `http://${hosts.find(({ coSignsAt }) => coSignsAt !== null)!.coSignsAt}`
}

/** Whether the host has only the co-signer. Such a host connects to no part on another host. */
export function coSignsAlone({ roles }: Pick<Host, 'roles'>): boolean {
  return roles.every((role) => role === 'cosigner')
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
