/** Whether every acknowledged item is stored at the end, and whether rows and stakes are stored only once. */
import type postgres from 'postgres'
import type { Acknowledged } from './load.ts'
import { missingOf } from './rows.ts'

type Found = { id: string }

/** One line for each kind of acknowledged items that are lost, and one line each for rows and stakes that are stored twice. */
export async function lossesOf(acknowledged: Acknowledged, sql: postgres.Sql): Promise<string[]> {
  const { rows, nonces, sessions, stakes, reports } = acknowledged
  const lines: string[] = []
  const kinds = [
    ['acknowledged rows', rows, sql<Found[]>`select distinct id from drill.writes`],
    [
      'texts to sign',
      nonces,
      sql<Found[]>`select distinct '0x' || encode(address, 'hex') as id from galx.nonces`,
    ],
    [
      'sessions',
      sessions,
      sql<Found[]>`
        select distinct '0x' || encode(a.address, 'hex') as id from galx.sessions s join galx.accounts a on a.id = s.account_id`,
    ],
    [
      'reports',
      reports,
      sql<Found[]>`select distinct '0x' || encode(tx_hash, 'hex') as id from galx.reports`,
    ],
    [
      'stakes',
      stakes,
      sql<Found[]>`
        select distinct '0x' || encode(a.address, 'hex') as id from galx.positions p join galx.accounts a on a.id = p.account_id`,
    ],
  ] as const
  for (const [what, wanted, found] of kinds) {
    const ids = (await found).map(({ id }) => id)
    const missing = missingOf(wanted, ids)
    if (missing.length > 0)
      lines.push(`${missing.length} of ${wanted.length} ${what} are lost: ${missing[0]}`)
  }
  const [doubled] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from (select id from drill.writes group by id having count(*) > 1) as twice`
  if (doubled!.rows > 0) lines.push(`${doubled!.rows} rows are there twice`)
  const [positions] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from (
      select a.address from galx.positions p join galx.accounts a on a.id = p.account_id
      where '0x' || encode(a.address, 'hex') = any(string_to_array(${stakes.join()}, ','))
      group by 1 having count(*) > 1) as twice`
  if (positions!.rows > 0) lines.push(`${positions!.rows} stakes are there twice`)
  return lines
}
