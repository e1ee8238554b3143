/** Three hosts of the kit's hosts file on one machine: each is a folder and a range of ports on 127.0.0.1. */
import { join } from 'node:path'
import type { HostsFile, Ports, Role } from '@galx/operator/kit/hostsFile'

export const HOSTS = ['a', 'b', 'c'] as const
export type HostName = (typeof HOSTS)[number]
/** Hosts with a member of the database, API processes and an edge for users. */
export const EDGES = ['a', 'b'] as const
/** The host of the signer, of backups, of Redis and of monitoring. */
export const KEEPER = 'c'

const ROLES: Record<HostName, Role[]> = {
  a: ['etcd', 'database', 'app', 'edge'],
  b: ['etcd', 'database', 'app', 'edge'],
  c: ['etcd', 'signer', 'cosigner', 'redis', 'backup', 'monitor'],
}

const PORTS_OF_A_HOST = 60

/** Every port of a host but that of ssh, which the drill does not use, by its offset in the host's range. */
function portsOf(first: number): Omit<Ports, 'ssh'> {
  return {
    http: first,
    https: first + 1,
    api: [first + 2, first + 3],
    apiMetrics: [first + 4, first + 5],
    btcApi: [first + 6, first + 29],
    btcApiMetrics: [first + 7, first + 30],
    indexer: first + 8,
    signer: first + 9,
    verdicts: first + 10,
    postgres: first + 11,
    patroni: first + 12,
    etcdClient: first + 13,
    etcdPeer: first + 14,
    pgbouncer: first + 15,
    redis: first + 16,
    balancerPrimary: first + 17,
    balancerReplica: first + 18,
    balancerApi: first + 19,
    balancerBtcApi: first + 20,
    balancerStatistics: first + 21,
    internal: first + 22,
    pgbackrest: first + 23,
    prometheus: first + 24,
    alertmanager: first + 25,
    grafana: first + 26,
    nodeExporter: first + 27,
    postgresExporter: first + 28,
    coSigner: first + 31,
  }
}

/** Ports on which only the drill listens, after the ranges of the hosts. */
export type OwnPorts = {
  /** the first of the embedded chain's five ports */
  chain: number
  nodes: readonly [number, number, number]
  webhook: number
  /** the ports of the examples of alerts, and of the Prometheus that reads them */
  examples: number
  examplesPrometheus: number
}

export function ownPorts(firstPort: number): OwnPorts {
  const first = firstPort + HOSTS.length * PORTS_OF_A_HOST
  return {
    chain: first,
    nodes: [first + 10, first + 11, first + 12],
    webhook: first + 13,
    examples: first + 14,
    examplesPrometheus: first + 15,
  }
}

export type Trial = {
  /** the folder of the whole drill; removed at its end */
  folder: string
  firstPort: number
  /** name of the system user that runs Debian's programs */
  user: string
  /** folder with initdb and postgres */
  postgresPrograms: string
}

/** The drill's load comes from one address and two accounts, and the real limits would refuse it. */
const LIMITS = {
  RATE_PER_IP: '1000000',
  RATE_SIGN_IN_PER_IP: '1000000',
  RATE_NODE_CALLS_PER_CALLER: '1000000',
  RATE_NODE_CALLS_PER_NETWORK: '1000000',
  RATE_NODE_CALLS: '1000000',
}

export function hostsFileOf({ folder, firstPort, user, postgresPrograms }: Trial): HostsFile {
  const { nodes, webhook, chain } = ownPorts(firstPort)
  return {
    domain: 'galx.test',
    apiDomain: 'api.galx.test',
    btcApiDomain: 'btc.galx.test',
    nodes: nodes.map((port) => `http://127.0.0.1:${port}`),
    publicNode: `http://127.0.0.1:${chain}`,
    deploymentFile: 'deployment.json',
    alerts: {
      webhook: `http://127.0.0.1:${webhook}/`,
      heartbeat: `http://127.0.0.1:${webhook}/heartbeat`,
      runbook: 'https://docs.galx.test/runbook.md',
    },
    databaseBuffersMb: 64,
    apiEnvironment: LIMITS,
    hosts: HOSTS.map((name, index) => ({
      name,
      address: '127.0.0.1',
      roles: ROLES[name],
      user,
      ports: portsOf(firstPort + index * PORTS_OF_A_HOST),
      directories: {
        ...Object.fromEntries(
          ['etc', 'lib', 'log', 'run', 'opt'].map((directory) => [directory, join(folder, name, directory)]),
        ),
        postgresPrograms,
      },
    })),
  }
}
