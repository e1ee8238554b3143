/** PgBouncer held for a moment: what comes meanwhile waits instead of failing. */
import postgres from 'postgres'
import { hostOf, publicTrust, type Machines } from './machines.ts'
import { EDGES } from './place.ts'

async function command(machines: Machines, words: string): Promise<void> {
  const { galx } = machines.plan.secrets.passwords
  await Promise.all(
    EDGES.map(async (host) => {
      const { pgbouncer } = hostOf(machines, host).ports
      const sql = postgres(`postgres://galx:${galx}@127.0.0.1:${pgbouncer}/pgbouncer`, {
        ...{ max: 1, fetch_types: false, prepare: false, connect_timeout: 5, ssl: publicTrust(machines) },
      })
      try {
        // The console speaks only the simple protocol.
        await sql.unsafe(words).simple()
      } finally {
        await sql.end({ timeout: 1 })
      }
    }),
  )
}

/** Lets every transaction that runs finish and begins none, on all hosts, until `resume`. */
export function pause(machines: Machines): Promise<void> {
  return command(machines, 'PAUSE galx')
}

export function resume(machines: Machines): Promise<void> {
  return command(machines, 'RESUME galx')
}
