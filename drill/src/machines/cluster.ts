/** The database cluster from outside: who leads, who follows, and the processes behind a member. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { askJson } from '../requests.ts'
import { until } from '../waiting.ts'
import type { Machines } from './database.ts'
import { HOSTS, type HostName } from './place.ts'

const run = promisify(execFile)

type MemberState = {
  name: string
  role: string
  state: string
  lag?: number | string
}

/** What the first member that answers says of all. @throws when none answers */
async function membersOf({ place }: Machines): Promise<MemberState[]> {
  const answers = await Promise.all(
    HOSTS.map((host) =>
      askJson<{ members: MemberState[] }>(`http://${place.address(host, 'patroni')}/cluster`).catch(
        () => null,
      ),
    ),
  )
  const first = answers.find((answer) => answer?.status === 200)
  if (!first) throw new Error('no member of the database cluster answers')
  return first.body.members
}

/** Hosts that say of themselves that they are the primary. */
export async function primaries({ place }: Machines): Promise<HostName[]> {
  const states = await Promise.all(
    HOSTS.map((host) =>
      fetch(`http://${place.address(host, 'patroni')}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
        (response) => response.status === 200,
        () => false,
      ),
    ),
  )
  return HOSTS.filter((_, index) => states[index])
}

/** Waits until one member leads, all others stream from it, and one of them is synchronous. */
export async function untilWhole(machines: Machines, limitMs = 120_000): Promise<HostName> {
  return until(
    'a whole database cluster',
    limitMs,
    async () => {
      const members = await membersOf(machines)
      const leaders = members.filter(({ role }) => role === 'leader')
      const followers = members.filter(
        ({ role, state }) => role !== 'leader' && (state === 'streaming' || state === 'running'),
      )
      const synchronous = members.some(({ role }) => role === 'sync_standby')
      const [leading] = await primaries(machines)
      return leaders.length === 1 && followers.length === HOSTS.length - 1 && synchronous && leading
    },
    250,
  )
}

/** The postmaster of a member; null while there is none. */
function postmasterOf({ place }: Machines, host: HostName, data = 'postgres'): number | null {
  const file = join(place.folder, host, data, 'postmaster.pid')
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

/** SIGKILL for every process of a member's PostgreSQL, all of them started by the server process in the drill’s folder. */
export async function killPostgres(machines: Machines, host: HostName, data = 'postgres'): Promise<void> {
  const postmaster = postmasterOf(machines, host, data)
  if (postmaster === null) return
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).catch(() => ({
    stdout: '',
  }))
  const children = stdout.split('\n').map((line) => Number.parseInt(line, 10))
  for (const pid of [postmaster, ...children].filter((one) => Number.isInteger(one)))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it ended with its postmaster
    }
}

/** A planned change of the primary. @throws when Patroni refuses */
export async function switchOver(machines: Machines, from: HostName, to: HostName): Promise<void> {
  const response = await fetch(`http://${machines.place.address(from, 'patroni')}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: from, candidate: to }),
    signal: AbortSignal.timeout(60_000),
  })
  const words = await response.text()
  if (response.status !== 200) throw new Error(`Patroni refuses the switchover: ${words}`)
}

/** A host whose member may become the primary without losing a row. */
export async function synchronousHost(machines: Machines): Promise<HostName> {
  return until('a synchronous standby', 60_000, async () => {
    const found = (await membersOf(machines)).find(({ role }) => role === 'sync_standby')
    return HOSTS.find((host) => host === found?.name)
  })
}
