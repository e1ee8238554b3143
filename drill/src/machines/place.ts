/** Three hosts on one machine: each a folder and a range of ports on 127.0.0.1. */
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserIds } from '@galx/stack/database/unprivilegedUser'

export const HOSTS = ['a', 'b', 'c'] as const
export type HostName = (typeof HOSTS)[number]
/** Hosts with an entry for people and processes of the product. */
export const EDGES = ['a', 'b'] as const

const PORTS_OF_A_HOST = 80
/** What listens on a host, by its place in the host's range. */
const OFFSETS = {
  etcd: 0,
  etcdPeer: 1,
  patroni: 2,
  postgres: 3,
  primary: 4,
  replica: 5,
  haproxyStats: 6,
  pgbouncer: 7,
  redis: 8,
  edge: 9,
  prometheus: 10,
  alertmanager: 11,
  webhook: 12,
  api: 20,
  apiSecond: 21,
  apiMetrics: 22,
  apiSecondMetrics: 23,
  btcApi: 24,
  btcApiMetrics: 25,
  indexer: 26,
  signer: 27,
  restoredPostgres: 30,
  restoredPatroni: 31,
  restoredApi: 32,
  restoredIndexer: 33,
  restoredSigner: 34,
  chain: 40,
  firstNode: 41,
  secondNode: 42,
  thirdNode: 43,
} as const
export type PortName = keyof typeof OFFSETS

export type Place = {
  /** of the whole drill; removed at its end */
  folder: string
  port(host: HostName, name: PortName): number
  /** `127.0.0.1:PORT` */
  address(host: HostName, name: PortName): string
  /** a folder of one host, made where it is missing, for the user as whom Debian's programs run */
  make(host: HostName, ...names: string[]): string
  /** who runs them; undefined: the drill's own user */
  user: UserIds | undefined
}

export function placeOf(folder: string, firstPort: number, user: UserIds | undefined): Place {
  const port = (host: HostName, name: PortName) =>
    firstPort + HOSTS.indexOf(host) * PORTS_OF_A_HOST + OFFSETS[name]
  return {
    folder,
    user,
    port,
    address: (host, name) => `127.0.0.1:${port(host, name)}`,
    make: (host, ...names) => {
      let path = folder
      for (const name of [host, ...names]) {
        path = join(path, name)
        if (mkdirSync(path, { recursive: true, mode: 0o755 }) !== undefined && user !== undefined)
          chownSync(path, user.uid, user.gid)
      }
      return path
    },
  }
}
