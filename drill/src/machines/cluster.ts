/** The database cluster from outside: the leader, the followers, and the processes of a member. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataFolder } from '@galx/operator/kit/services/postgresSettings'
import { ask, askJson, statusOf } from '../requests.ts'
import { until } from '../waiting.ts'
import { hostOf, publicTrust, trustOf, type Machines } from './machines.ts'
import { EDGES, HOSTS, KEEPER, type HostName } from './place.ts'

const run = promisify(execFile)

/** Hosts with a member of the database. */
const MEMBERS = EDGES

type MemberState = {
  name: string
  role: string
  state: string
  lag?: number | string
}

function patroniUrl(machines: Machines, host: HostName): string {
  return `https://127.0.0.1:${hostOf(machines, host).ports.patroni}`
}

/** The first answering member's view of all members. @throws if none answers */
async function membersOf(machines: Machines): Promise<MemberState[]> {
  const trust = publicTrust(machines)
  const answers = await Promise.all(
    MEMBERS.map((host) =>
      askJson<{ members: MemberState[] }>(`${patroniUrl(machines, host)}/cluster`, { trust }).catch(
        () => null,
      ),
    ),
  )
  const first = answers.find((answer) => answer?.status === 200)
  if (!first) throw new Error('no member of the database cluster answers')
  return first.body.members
}

/** Hosts that report themselves as the primary. */
export async function primaries(machines: Machines): Promise<HostName[]> {
  const trust = publicTrust(machines)
  const states = await Promise.all(
    MEMBERS.map((host) => statusOf(`${patroniUrl(machines, host)}/primary`, { trust })),
  )
  return MEMBERS.filter((_, index) => states[index] === 200)
}

/** Waits until one member leads and all others stream from it, synchronously. */
export async function untilWhole(machines: Machines, limitMs = 180_000): Promise<HostName> {
  return until(
    'a whole database cluster',
    limitMs,
    async () => {
      const members = await membersOf(machines)
      const leaders = members.filter(({ role }) => role === 'leader')
      const followers = members.filter(
        ({ role, state }) => role === 'sync_standby' && (state === 'streaming' || state === 'running'),
      )
      const [leading] = await primaries(machines)
      return leaders.length === 1 && followers.length === MEMBERS.length - 1 && leading
    },
    250,
  )
}

/** Waits until every member of etcd has a leader. */
export async function untilStoreWhole(machines: Machines): Promise<void> {
  const trust = trustOf(machines, KEEPER, 'etcd')
  await until('etcd', 60_000, async () => {
    const answers = await Promise.all(
      HOSTS.map((host) =>
        askJson<{ health: string }>(`https://127.0.0.1:${hostOf(machines, host).ports.etcdClient}/health`, {
          trust,
        }),
      ),
    )
    return answers.every(({ body }) => body.health === 'true')
  })
}

/** The postmaster of a member; null if there is none. */
function postmasterOf(machines: Machines, host: HostName): number | null {
  const file = join(dataFolder(machines.plan, hostOf(machines, host)), 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number.parseInt(readFileSync(file, 'utf8').split('\n')[0] ?? '', 10)
  return Number.isInteger(pid) && commandOf(pid).includes('postgres') ? pid : null
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Sends SIGKILL to a member's PostgreSQL: to its main process and its child processes. */
export async function killPostgres(machines: Machines, host: HostName): Promise<void> {
  const postmaster = postmasterOf(machines, host)
  if (postmaster === null) return
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).catch(() => ({
    stdout: '',
  }))
  const children = stdout.split('\n').map((line) => Number.parseInt(line, 10))
  for (const pid of [postmaster, ...children].filter((one) => Number.isInteger(one)))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // the process ended with its postmaster
    }
}

/** A planned change of the primary. @throws if Patroni refuses */
export async function switchOver(machines: Machines, from: HostName, to: HostName): Promise<void> {
  const password = Buffer.from(`patroni:${machines.plan.secrets.passwords.patroni}`).toString('base64')
  const { status, body } = await ask(`${patroniUrl(machines, from)}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${password}` },
    body: JSON.stringify({ leader: from, candidate: to }),
    timeout: 60_000,
    trust: trustOf(machines, from, 'postgres'),
  })
  if (status !== 200) throw new Error(`Patroni refuses the switchover: ${body}`)
}

/** A host whose member may become the primary without losing a row. */
export async function synchronousHost(machines: Machines): Promise<HostName> {
  return until('a synchronous standby', 60_000, async () => {
    const found = (await membersOf(machines)).find(({ role }) => role === 'sync_standby')
    return HOSTS.find((host) => host === found?.name)
  })
}
