/** Everything the drill runs on, started in order: stores, databases, proxies, the product, the watchers, the load. */
import { randomBytes } from 'node:crypto'
import { symlinkSync, mkdirSync, cpSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { buildOnce, SERVER } from '@galx/stack/build/build'
import { repositoryRoot } from '@galx/stack/supervisor/settings'
import { databaseUser } from '@galx/stack/database/unprivilegedUser'
import type { Programs } from './programs/programs.ts'
import { startDrillChain, type DrillChain } from './machines/chain.ts'
import { primaries, untilWhole } from './machines/cluster.ts'
import {
  etcdUnit,
  haproxyUnit,
  MEMBER,
  patroniUnit,
  pgbouncerUnit,
  type Machines,
} from './machines/database.ts'
import { startNode, type Node } from './machines/nodes.ts'
import { EDGES, HOSTS, placeOf, type HostName } from './machines/place.ts'
import { Processes } from './machines/processes.ts'
import {
  auditUnit,
  databaseUrl,
  productUnits,
  serverUnit,
  superuserUrl,
  type Release,
} from './machines/product.ts'
import { alertmanagerUnit, nginxUnit, prometheusUnit, redisUnit } from './machines/services.ts'
import { quickRules } from './alerts.ts'
import { archiveCommand, createStanza } from './machines/backup.ts'
import { startLoad, type Load } from './load/load.ts'
import { startWebhook, type Webhook } from './webhook.ts'
import { askJson, askText, sampleOf } from './requests.ts'
import { until } from './waiting.ts'

export type World = {
  machines: Machines
  processes: Processes
  chain: DrillChain
  release: Release
  load: Load
  webhook: Webhook
  /** the superuser, through a proxy of the given host */
  sql(host?: HostName): postgres.Sql
  edges: string[]
  /** through which the product asks the chain */
  nodes: Node[]
  say(line: string): void
}

const SECONDS = 1_000

/** A copy of the built server that stands alone, so that another release can stand beside it. */
export async function makeRelease(folder: string, say: (line: string) => void): Promise<string> {
  const built = await buildOnce(repositoryRoot, SERVER, say)
  mkdirSync(join(folder, 'server'), { recursive: true, mode: 0o755 })
  cpSync(built, join(folder, 'server/dist'), { recursive: true })
  cpSync(join(repositoryRoot, 'server/migrations'), join(folder, 'server/migrations'), { recursive: true })
  for (const name of ['node_modules', 'server/node_modules', 'package.json', 'server/package.json'])
    try {
      symlinkSync(join(repositoryRoot, name), join(folder, name))
    } catch {
      // the workspace has no packages of its own
    }
  return folder
}

export async function startWorld(
  folder: string,
  firstPort: number,
  programs: Programs,
  say: (line: string) => void,
  begun: (stop: () => Promise<void>) => void,
): Promise<World> {
  chmodSync(folder, 0o755)
  const place = placeOf(folder, firstPort, databaseUser())
  const secret = () => randomBytes(18).toString('hex')
  const machines: Machines = {
    place,
    programs,
    passwords: {
      superuser: secret(),
      replication: secret(),
      rewind: secret(),
      product: secret(),
      redis: secret(),
    },
  }
  const processes = new Processes(join(folder, 'logs'))
  const closing: (() => Promise<void>)[] = [() => processes.stopAll()]
  begun(async () => {
    for (const close of closing.toReversed()) await close().catch((error: Error) => say(error.message))
  })

  say(
    'starting etcd, PostgreSQL with Patroni, HAProxy, PgBouncer, Redis, nginx, Prometheus and Alertmanager …',
  )
  const chainStarts = startDrillChain(folder, place.port('a', 'chain'), say)
  chainStarts.then(
    (chain) => closing.push(() => chain.stop()),
    () => {},
  )
  const releaseMade = makeRelease(join(folder, 'releases/n'), say)
  releaseMade.catch(() => {})
  for (const host of HOSTS) await processes.start(etcdUnit(machines, host))
  await until('etcd', 60 * SECONDS, async () => {
    const answers = await Promise.all(
      HOSTS.map((host) => askJson<{ health: string }>(`http://${place.address(host, 'etcd')}/health`)),
    )
    return answers.every(({ body }) => body.health === 'true')
  })
  for (const host of HOSTS) {
    const member = { ...MEMBER, name: host, archive: archiveCommand(machines, host) }
    await processes.start(patroniUnit(machines, host, member))
  }
  for (const host of HOSTS) await processes.start(haproxyUnit(machines, host))
  for (const host of EDGES) await processes.start(pgbouncerUnit(machines, host))
  await processes.start(redisUnit(machines, 'c'))
  await until('a primary', 120 * SECONDS, async () => (await primaries(machines)).length === 1)
  await prepareDatabase(machines)
  await createStanza(machines, await untilWhole(machines))

  const chain = await chainStarts
  const nodes = await Promise.all(
    (['firstNode', 'secondNode', 'thirdNode'] as const).map((name) =>
      startNode(place.port('a', name), chain.rpcUrl),
    ),
  )
  closing.push(async () => void (await Promise.all(nodes.map((node) => node.stop()))))
  const release: Release = {
    folder: await releaseMade,
    deploymentFile: chain.deploymentFile,
    rpcUrls: nodes.map(({ url }) => url),
    sessionSecret: randomBytes(32).toString('hex'),
  }
  say('starting the product …')
  await processes.start(serverUnit(machines, 'a', release, 'migrations', 'migrate', {}))
  await until('migrations', 120 * SECONDS, () => !processes.has('a-migrations'))
  processes.dismissEnd('a-migrations')
  for (const host of HOSTS)
    for (const unit of productUnits(machines, host, release)) await processes.start(unit)
  for (const host of EDGES) await processes.start(nginxUnit(machines, host))
  const webhook = await startWebhook(place.port('c', 'webhook'))
  closing.push(() => webhook.stop())
  await processes.start(alertmanagerUnit(machines, 'c'))
  await processes.start(prometheusUnit(machines, 'c', quickRules('4s')))
  const edges = EDGES.map((host) => `http://${place.address(host, 'edge')}`)
  await processes.startPair(
    auditUnit('c-audit', release, chain.rpcUrl),
    serverUnit(machines, 'c', release, 'verdicts', 'verdicts', {}),
  )

  const connections: postgres.Sql[] = []
  closing.push(async () => void (await Promise.all(connections.map((one) => one.end({ timeout: 1 })))))
  const sql = (host: HostName = 'a') => {
    const one = postgres(superuserUrl(machines, host, 'primary'), {
      ...{ max: 1, fetch_types: false, connect_timeout: 5, onnotice: () => {}, max_lifetime: null },
    })
    connections.push(one)
    return one
  }
  await untilServing(machines, edges)
  const load = await startLoad(machines, edges, chain)
  closing.push(() => load.stop())
  const world = { machines, processes, chain, release, load, webhook, sql, edges, nodes, say }
  say('everything runs')
  return world
}

async function prepareDatabase(machines: Machines): Promise<void> {
  const { passwords } = machines
  const connect = (database: string) =>
    postgres(superuserUrl(machines, 'a', 'primary', database), {
      ...{ max: 1, fetch_types: false, onnotice: () => {} },
    })
  await until('the primary through HAProxy', 60 * SECONDS, async () => {
    const sql = connect('postgres')
    try {
      const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
      return row?.standby === false
    } finally {
      await sql.end({ timeout: 1 })
    }
  })
  const sql = connect('postgres')
  await sql.unsafe(`create role galx login password '${passwords.product}'`)
  await sql.unsafe(`alter role galx set statement_timeout = '5s'`)
  await sql.unsafe(`alter role galx set lock_timeout = '2s'`)
  await sql.unsafe('create database galx owner galx')
  await sql.end({ timeout: 1 })
  const own = postgres(databaseUrl(machines, 'a', 'primary'), { max: 1, fetch_types: false })
  await own.unsafe('create schema drill')
  await own.unsafe('create table drill.writes (id text not null, at timestamptz not null default now())')
  await own.end({ timeout: 1 })
}

/** Every edge answers, one indexer leads, and its tables have reached the chain. */
async function untilServing({ place }: Machines, edges: readonly string[]): Promise<void> {
  await until('every edge', 120 * SECONDS, async () => {
    const answers = await Promise.all(
      edges.map((edge) =>
        askJson<{ code: number }>(`${edge}/api/getAAAUserInfo?address=0x${'11'.repeat(20)}`),
      ),
    )
    return answers.every(({ body }) => body.code === 200)
  })
  await until('an indexer that has reached the chain', 300 * SECONDS, async () => {
    const texts = await Promise.all(
      EDGES.map((host) => askText(`http://${place.address(host, 'indexer')}/metrics`)),
    )
    return texts.some((text) => {
      const [indexed, finalised] = ['indexed', 'finalised'].map((kind) =>
        sampleOf(text, `galx_indexer_${kind}_block`),
      )
      return sampleOf(text, 'galx_indexer_leads') === 1 && indexed !== null && indexed! + 5 >= finalised!
    })
  })
}
