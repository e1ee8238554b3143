/** The whole environment of the drill, started in order: chain, stores, databases, proxies, the product, monitoring, the load. */
import { chmodSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import {
  EMBEDDED_COSIGNER_KEY,
  EMBEDDED_PUBLISHER_KEY,
  EMBEDDED_SIGNER_KEY,
} from '@galx/operator/networks/embedded'
import { databaseUser } from '@galx/stack/database/unprivilegedUser'
import { createStanza } from './machines/backup.ts'
import { startDrillChain, type DrillChain } from './machines/chain.ts'
import { primaries, untilStoreWhole, untilWhole } from './machines/cluster.ts'
import {
  databaseUrl,
  hostOf,
  hurry,
  makeMachines,
  publicTrust,
  superuserUrl,
  type Machines,
} from './machines/machines.ts'
import { startNodes, type Node } from './machines/nodes.ts'
import { EDGES, HOSTS, KEEPER, ownPorts, type HostName } from './machines/place.ts'
import { Processes } from './machines/processes.ts'
import { serve, serverUnit, unitsOf } from './machines/units.ts'
import { startLoad, type Load } from './load/load.ts'
import type { Edge } from './load/people.ts'
import type { Programs } from './programs/programs.ts'
import { makeRelease } from './release.ts'
import { askJson, askText, sampleOf } from './requests.ts'
import { until } from './waiting.ts'
import { startWebhook, type Webhook } from './webhook.ts'

export type World = {
  machines: Machines
  processes: Processes
  chain: DrillChain
  /** folder of the current release */
  release: string
  /** a restore ends the load and starts another load */
  load: Load
  webhook: Webhook
  /** a connection as the superuser, through a proxy of the given host */
  sql(host?: HostName): postgres.Sql
  edges: Edge[]
  /** the product's way to the chain */
  nodes: Node[]
  say(line: string): void
}

const SECONDS = 1_000
/** The time that an alert must hold in the drill. */
const HOLD = '4s'

/** These programs start later than the others, when the database has its tables. */
const LATER = /-(?:galx-|nginx|prometheus)/

export async function startWorld(
  folder: string,
  firstPort: number,
  programs: Programs,
  say: (line: string) => void,
  begun: (stop: () => Promise<void>) => void,
): Promise<World> {
  chmodSync(folder, 0o755)
  const processes = new Processes(join(folder, 'logs'))
  const closing: (() => Promise<void>)[] = [() => processes.stopAll()]
  begun(async () => {
    for (const close of closing.toReversed()) await close().catch((error: Error) => say(error.message))
  })
  const releaseMade = makeRelease(join(folder, 'releases/n'), say)
  releaseMade.catch(() => {})
  const own = ownPorts(firstPort)
  const chain = await startDrillChain(folder, own.chain, say)
  closing.push(() => chain.stop())
  const { nodes, stop } = await startNodes(own.nodes, chain.rpcUrl)
  closing.push(stop)

  const user = databaseUser()
  const trial = {
    folder,
    firstPort,
    postgresPrograms: programs.postgresBin,
    user: user === undefined ? userInfo().username : 'nobody',
  }
  const machines = await makeMachines(trial, programs, user, chain.deploymentFile)
  hurry(machines, KEEPER, HOLD)
  const { etc } = hostOf(machines, KEEPER).directories
  // These are the keys of the embedded chain, which are worthless anywhere else. On a real host a person writes this file.
  writeFileSync(
    join(etc, 'galx/signer-keys.env'),
    `SIGNER_PRIVATE_KEY=${EMBEDDED_SIGNER_KEY}\nPUBLISHER_PRIVATE_KEY=${EMBEDDED_PUBLISHER_KEY}\nSIGNER_THREADS=1\n`,
    { mode: 0o600 },
  )
  writeFileSync(join(etc, 'galx/cosigner-keys.env'), `COSIGNER_PRIVATE_KEY=${EMBEDDED_COSIGNER_KEY}\n`, {
    mode: 0o600,
  })
  const release = await releaseMade
  for (const host of HOSTS) serve(machines, host, release)

  say(`starting ${HOSTS.length} hosts with the kit’s files …`)
  const units = HOSTS.flatMap((host) => unitsOf(machines, host))
  for (const unit of units.filter(({ name }) => name.endsWith('-etcd'))) await processes.start(unit)
  await untilStoreWhole(machines)
  for (const unit of units)
    if (!LATER.test(unit.name) && !processes.has(unit.name)) await processes.start(unit)
  await until('a primary', 120 * SECONDS, async () => (await primaries(machines)).length === 1)
  await prepareDatabase(machines)
  await untilWhole(machines)
  await createStanza(machines)

  say('starting the product …')
  await processes.finish(serverUnit(machines, 'a', 'migrations', release, 'migrate'), 120 * SECONDS)
  const webhook = await startWebhook(own.webhook)
  closing.push(() => webhook.stop())
  for (const unit of units) if (!processes.has(unit.name)) await processes.start(unit)

  const connections: postgres.Sql[] = []
  closing.push(async () => void (await Promise.all(connections.map((one) => one.end({ timeout: 1 })))))
  const sql = (host: HostName = 'a') => {
    const one = postgres(superuserUrl(machines, host, 'balancerPrimary'), {
      max: 1,
      fetch_types: false,
      connect_timeout: 5,
      onnotice: () => {},
      max_lifetime: null,
      ssl: publicTrust(machines),
    })
    connections.push(one)
    return one
  }
  const edges = EDGES.map((host) => edgeOf(machines, host))
  await untilServing(machines, edges)
  const load = await startLoad(machines, edges, chain)
  const world = { machines, processes, chain, release, load, webhook, sql, edges, nodes, say }
  closing.push(async () => void (await world.load.stop()))
  say(`everything runs: ${processes.names().length} programs`)
  return world
}

function edgeOf(machines: Machines, host: HostName): Edge {
  const { apiDomain, btcApiDomain } = machines.plan.settings
  const { https } = hostOf(machines, host).ports
  return { api: `https://${apiDomain}:${https}`, btcApi: `https://${btcApiDomain}:${https}` }
}

/** Creates the table of the load's rows beside the product's tables, with the kit's role and in the kit's database. */
async function prepareDatabase(machines: Machines): Promise<void> {
  const sql = postgres(databaseUrl(machines, 'a', 'balancerPrimary'), {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    ssl: publicTrust(machines),
  })
  try {
    await until('the primary through HAProxy', 60 * SECONDS, async () => {
      const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
      return row?.standby === false
    })
    await sql`create schema drill`
    await sql`create table drill.writes (id text not null, at timestamptz not null default now())`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Waits until every edge answers, one indexer leads, and its tables have reached the chain. */
export async function untilServing(machines: Machines, edges: readonly Edge[]): Promise<void> {
  const trust = publicTrust(machines)
  await until('every edge', 120 * SECONDS, async () => {
    const answers = await Promise.all(
      edges.map(({ api }) =>
        askJson<{ code: number }>(`${api}/api/getAAAUserInfo?address=0x${'11'.repeat(20)}`, { trust }),
      ),
    )
    return answers.every(({ body }) => body.code === 200)
  })
  await until('an indexer that has reached the chain', 300 * SECONDS, async () => {
    const texts = await Promise.all(
      EDGES.map((host) => askText(`http://127.0.0.1:${hostOf(machines, host).ports.indexer}/metrics`)),
    )
    return texts.some((text) => {
      const [indexed, finalised] = ['indexed', 'finalised'].map((kind) =>
        sampleOf(text, `galx_indexer_${kind}_block`),
      )
      return sampleOf(text, 'galx_indexer_leads') === 1 && indexed !== null && indexed! + 5 >= finalised!
    })
  })
}
