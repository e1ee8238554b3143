/** Reads a hosts file: every problem is one line with the place and the expected value. */
import { isIP } from 'node:net'
import { Value } from 'typebox/value'
import { nodeNamedTwice } from '@galx/protocol/nodes'
import { HostsFileSchema, ROLES, type HostsFile, type Profile, type Role } from './hostsFile.ts'

type HostsFileResult = { ok: true; hosts: HostsFile } | { ok: false; problems: string[] }

export function readHostsFile(text: string, profile: Profile): HostsFileResult {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problems: ['it is not JSON'] }
  }
  const problems = Value.Check(HostsFileSchema, json)
    ? [...placeholders(json), ...contradictions(json, profile)]
    : shapeProblems(json)
  return problems.length === 0 ? { ok: true, hosts: json as HostsFile } : { ok: false, problems }
}

function shapeProblems(json: unknown): string[] {
  return Value.Errors(HostsFileSchema, json).flatMap(({ keyword, instancePath, params, message }) => {
    const place = placeOf(instancePath)
    if (keyword === 'boolean') return [`${place} is unknown`]
    if (keyword === 'additionalProperties') return []
    if (keyword === 'required')
      return (params as { requiredProperties: string[] }).requiredProperties.map(
        (name) => `${placeOf(`${instancePath}/${name}`)} is missing`,
      )
    return [`${place} ${message}`]
  })
}

/** `/hosts/0/address` → `hosts[0].address` */
function placeOf(pointer: string): string {
  const place = pointer
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
  return place === '' ? 'the file' : place
}

/**
 * Names and addresses of documentation (RFC 2606, RFC 5737), and placeholder words. The short words must be whole words:
 * a provider's key may contain their letters.
 */
const PLACEHOLDER =
  /(^|[./@])example(\.(com|net|org))?(:\d+)?($|[/?])|\.(example|invalid)(:\d+)?($|[/?])|^(192\.0\.2|198\.51\.100|203\.0\.113)\.|<|>|change-?me|replace-?me|placeholder|(^|[^a-z0-9])(todo|x{3,})($|[^a-z0-9])|your[-_]/i

function placeholders(value: unknown, place = ''): string[] {
  if (typeof value === 'string')
    return PLACEHOLDER.test(value) ? [`${place}: "${value}" is a placeholder, write the real value`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    placeholders(inner, Array.isArray(value) ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`),
  )
}

function contradictions(file: HostsFile, profile: Profile): string[] {
  return [
    ...repeated(
      'hosts: the name',
      file.hosts.map(({ name }) => name),
    ),
    ...repeated('domain, apiDomain, btcApiDomain: the name', [
      file.domain,
      file.apiDomain,
      file.btcApiDomain,
    ]),
    ...nodesTwice('nodes', file.nodes),
    ...coSignerPlace(file),
    ...alertReceiver(file),
    ...proxyProblems(file),
    ...securityProblems(file),
    ...sharedPorts(file),
    ...backupProblems(file, profile),
    ...(profile === 'single' ? singleProblems(file) : haProblems(file)),
  ]
}

/** Another check reports a text that is not a URL. */
function nodesTwice(place: string, nodes: readonly string[]): string[] {
  const twice = nodeNamedTwice(nodes.filter((url) => URL.canParse(url)))
  return twice === null ? [] : [`${place}: ${new URL(twice).host} is there twice`]
}

/** The fewest bits of a trusted network. A wider network would hold callers, who could then name any address as their own. */
const NARROWEST = { 4: 8, 6: 16 } as const

function proxyProblems({ trustedProxies }: HostsFile): string[] {
  return (trustedProxies?.addresses ?? []).flatMap((text, index) => {
    const place = `trustedProxies.addresses[${index}]`
    const [address = '', bits, ...more] = text.split('/')
    const version = isIP(address) as 0 | 4 | 6
    const isSize =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    if (version === 0 || more.length > 0 || !isSize)
      return [`${place}: "${text}" is not an address or a network such as 173.245.48.0/20`]
    return Number(bits ?? 128) < NARROWEST[version]
      ? [`${place}: "${text}" trusts callers too: anybody there could name any address as the caller’s`]
      : []
  })
}

/** The pattern allows the 31st of every month. */
function securityProblems({ securityContact }: HostsFile): string[] {
  if (securityContact === undefined) return []
  const { expires } = securityContact
  const end = new Date(`${expires}T00:00:00Z`)
  return !Number.isNaN(end.getTime()) && end.toISOString().startsWith(expires)
    ? []
    : [`securityContact.expires: there is no day ${expires}`]
}

function alertReceiver({ alerts: { webhook, telegram, slack, pagerduty } }: HostsFile): string[] {
  return webhook === undefined && telegram === undefined && slack === undefined && pagerduty === undefined
    ? ['alerts needs a receiver: webhook, telegram, slack or pagerduty']
    : []
}

/** A co-signer alone on its host asks separate nodes: a node that lies to both engines would get both signatures. */
function coSignerPlace({ hosts, nodes, coSigner }: HostsFile): string[] {
  const having = hosts.filter(({ roles = [] }) => roles.includes('cosigner'))
  return [
    ...(having.length > 1 ? [`cosigner on ${having.length} hosts: one may have the role`] : []),
    ...(having.length > 0 && coSigner !== undefined
      ? ['coSigner and a host of the role cosigner: take one of them']
      : []),
    ...hosts.flatMap(({ name, roles = [], nodes: own }) => {
      if (roles.join() !== 'cosigner')
        return own === undefined ? [] : [`host ${name}: nodes is for a host with only the role cosigner`]
      return own === undefined
        ? [`host ${name}: nodes is missing: the co-signer’s own nodes`]
        : nodesTwice(`nodes and host ${name}: nodes`, [...nodes, ...own])
    }),
  ]
}

function repeated(what: string, values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))].map(
    (value) => `${what} "${value}" is there twice`,
  )
}

/** Hosts with the same address are a trial on one machine, where every port must be unique. */
function sharedPorts({ hosts }: HostsFile): string[] {
  const listed = hosts.flatMap(({ name, address, ports = {}, directories }) => [
    ...(hosts.some((other) => other.name !== name && other.address === address) &&
    (directories === undefined || Object.keys(ports).length === 0)
      ? [`host ${name} shares the address ${address}: it needs separate ports and directories`]
      : []),
    ...repeated(
      `host ${name}: the port`,
      Object.values(ports)
        .flat()
        .map((port) => String(port)),
    ),
  ])
  return listed
}

function backupProblems({ backup, hosts }: HostsFile, profile: Profile): string[] {
  const kept = hosts.some(({ roles }) => roles?.includes('backup') === true)
  const given = [backup?.path, backup?.s3].filter((place) => place !== undefined).length
  if (given > 1) return ['backup: give path or s3, not both']
  if (profile === 'single')
    return given === 1 ? [] : ['backup is missing: a path on another machine’s disk, or s3']
  if (kept && backup?.s3 !== undefined) return ['backup.s3 and a host of the role backup: take one of them']
  return kept || backup?.s3 !== undefined ? [] : ['no host has the role backup, and backup.s3 is missing']
}

function singleProblems({ hosts, containers }: HostsFile): string[] {
  const [first, ...others] = hosts
  return [
    ...(others.length <= 1
      ? []
      : [`the profile single has one host, and one for the co-signer, not ${hosts.length}`]),
    ...(first!.roles === undefined
      ? []
      : [`host ${first!.name}: roles are of the profile ha; the first host of single has all others`]),
    ...(containers !== undefined && others.length > 0
      ? ['containers are for one host: run operator cosign elsewhere, and name its address as coSigner']
      : []),
    ...others
      .filter(({ roles }) => roles?.join() !== 'cosigner')
      .map(({ name }) => `host ${name}: the second host of single has only the role cosigner`),
    // An intruder on the first host must not reach the second host.
    ...(others.length > 0 && first!.ssh === undefined
      ? [`host ${first!.name}: ssh is missing: run the scripts on neither host`]
      : []),
    ...hosts
      .filter(({ user }) => user !== undefined)
      .map(({ name }) => `host ${name}: user is for trials of the profile ha`),
  ]
}

/** Pairs of roles that no host may combine. */
const APART: readonly (readonly [Role, Role, string])[] = [
  ['backup', 'database', 'one dead machine would take the database and its backups'],
  ['backup', 'edge', 'a break-in from the internet would reach every backup'],
  ['signer', 'edge', 'a break-in from the internet would reach the key that signs vouchers'],
  ['signer', 'database', 'somebody who can change rows must not reach the key that signs for them'],
]

/** The number of hosts that a role needs; the upper bound is 16 by default. */
const COUNTS: Readonly<Record<Role, readonly [number, number]>> = {
  etcd: [3, 5],
  database: [2, 5],
  app: [2, 16],
  edge: [2, 16],
  signer: [1, 2],
  // `coSignerPlace` counts it.
  cosigner: [0, 16],
  redis: [1, 1],
  backup: [0, 1],
  monitor: [1, 1],
}

function haProblems({ hosts, nodes, coSigner, containers }: HostsFile): string[] {
  const having = (role: Role) => hosts.filter(({ roles }) => roles?.includes(role) === true)
  const counts = ROLES.flatMap((role) => {
    const { length } = having(role)
    const [least, most] = COUNTS[role]
    if (role === 'etcd' && length > 0 && length % 2 === 0)
      return [
        `etcd on ${length} hosts survives no more failures than on ${length - 1} host${length === 2 ? '' : 's'}: take 3 or 5`,
      ]
    if (length < least) return [`${role} on ${length} hosts: at least ${least} must have the role`]
    return length > most ? [`${role} on ${length} hosts: at most ${most} may have the role`] : []
  })
  return [
    ...(containers === undefined ? [] : ['containers are for the profile single']),
    ...(hosts.length >= 3 ? [] : [`the profile ha needs 3 hosts, not ${hosts.length}`]),
    ...(nodes.length >= 2 ? [] : ['nodes: the profile ha needs 2 that are run by different people']),
    ...hosts
      .filter(({ roles = [] }) => roles.length === 0)
      .map(({ name }) => `host ${name}: roles is missing`),
    ...counts,
    ...(coSigner === undefined && having('cosigner').length === 0
      ? ['no host has the role cosigner, and coSigner is missing']
      : []),
    ...APART.flatMap(([one, other, why]) =>
      having(one)
        .filter(({ roles }) => roles!.includes(other))
        .map(({ name }) => `host ${name} has the roles ${one} and ${other}, which must be apart: ${why}`),
    ),
  ]
}
