/** All members of the database go back to an earlier moment. Users and signatures return only after the necessary checks. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type postgres from 'postgres'
import { rotate } from '@galx/operator/kit/makeSecrets'
import { environments } from '@galx/operator/kit/services/environments'
import { now } from '../clock.ts'
import { startLoad, visitor } from '../load/load.ts'
import { lossesOf } from '../load/losses.ts'
import { backUp, restoreTo } from '../machines/backup.ts'
import { untilWhole } from '../machines/cluster.ts'
import { hostOf, type Machines } from '../machines/machines.ts'
import { EDGES, HOSTS, KEEPER } from '../machines/place.ts'
import { productUnits, unitOf } from '../machines/units.ts'
import { askText, sampleOf, statusOf } from '../requests.ts'
import { until } from '../waiting.ts'
import { untilServing, type World } from '../world.ts'
import { time, type DrillEvent } from './event.ts'

const GOAL_MS = 60_000
const KEPT = Array.from({ length: 100 }, () => `kept-${randomBytes(12).toString('hex')}`)
const SIGNER = `${KEEPER}-galx-signer`
const VERDICTS = `${KEEPER}-galx-verdicts`

/** A digest of the data that can be computed from the chain again, up to a block and an epoch. */
async function digestOf(sql: postgres.Sql, block: number, epoch: number): Promise<string> {
  const [row] = await sql<{ digest: string }[]>`
    select md5(concat(
      (select string_agg(concat_ws('/', epoch, encode(hash, 'hex')), ',' order by epoch) from galx.epochs where epoch <= ${epoch}),
      (select string_agg(concat_ws('/', encode(a.address, 'hex'), p.pool_id, p.position, p.tier, p.opened_at,
          encode(p.opened_tx, 'hex')), ',' order by p.pool_id, a.address, p.position)
        from galx.positions p join galx.accounts a on a.id = p.account_id where p.opened_block <= ${block}),
      (select string_agg(concat_ws('/', v.block_number, v.log_index, encode(a.address, 'hex'), v.contract, v.kind, p.pool, v.subject,
          v.position, v.amount, v.pair_amount, v.penalty, v.reward, encode(v.tx_hash, 'hex'), v.at), ','
          order by v.block_number, v.log_index, a.address)
        from galx.activity v join galx.accounts a on a.id = v.account_id left join galx.pools p on p.id = v.pool_id
        where v.block_number <= ${block}),
      (select string_agg(concat_ws('/', c.block_number, c.log_index, encode(a.address, 'hex'), p.pool, c.weight, c.per_weight, c.at), ','
          order by c.block_number, c.log_index, a.address)
        from galx.weight_changes c join galx.accounts a on a.id = c.account_id left join galx.pools p on p.id = c.pool_id
        where c.block_number <= ${block}),
      (select string_agg(concat_ws('/', r.epoch, encode(a.address, 'hex'), r.program_key, r.points, r.bonus, r.cumulative), ','
          order by r.epoch, a.address, r.program_key)
        from galx.epoch_rows r join galx.accounts a on a.id = r.account_id where r.epoch <= ${epoch})
    )) as digest`
  return row!.digest
}

/** Deletes rows that must come back, and waits until the archive contains all earlier writes. @returns the moment before the deletion */
async function accident(sql: postgres.Sql): Promise<string> {
  await sql`insert into drill.writes (id) select unnest(string_to_array(${KEPT.join()}, ','))`
  const [moment] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
  await sql`delete from drill.writes where id like 'kept-%'`
  const [wal] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
  await until('the archive to contain the writes', 120_000, async () => {
    const [row] = await sql<{ done: boolean }[]>`
      select coalesce(last_archived_wal >= ${wal!.name}, false) as done from pg_stat_archiver`
    return row?.done
  })
  return moment!.at
}

/** Does the same as `operator kit --rotate sessions-at-once`, and as restore.sh, which copies the changed files to the hosts. */
function endSessions(machines: Machines): void {
  machines.plan = { ...machines.plan, secrets: rotate(machines.plan.secrets, 'sessions-at-once') }
  for (const host of machines.plan.hosts)
    for (const { target, content } of environments(machines.plan, host))
      if (target.endsWith('/api.env') && readFileSync(target, 'utf8') !== content)
        writeFileSync(target, content)
}

export const restored: DrillEvent = {
  key: 'restore',
  title: 'a restore to a point in time',
  goal: 'under 60 s; secret rotated; old tokens refused; reindex digest equal; signing resumes only after `operator audit`',
  run: async (world) => {
    const { machines, processes, chain, edges } = world
    await untilWhole(machines)
    await backUp(machines)
    const old = await visitor(machines, edges, chain).signIn()
    // The load has ended, so all its acknowledged items are from before the moment, and must exist after the restore.
    const acknowledged = await world.load.stop()
    const sql = world.sql()
    const moment = await accident(sql)

    const since = now()
    endSessions(machines)
    // The programs are killed at once, like restore.sh does, because later writes would be lost anyway.
    const running = new Set(processes.names())
    const programs = HOSTS.flatMap((host) => productUnits(machines, host).map(({ name }) => name))
    await Promise.all(programs.filter((name) => running.has(name)).map((name) => processes.kill(name)))
    await restoreTo(machines, processes, moment)
    for (const host of EDGES) for (const unit of productUnits(machines, host)) await processes.start(unit)
    const token = { headers: { authorization: old.token } }
    const urls = EDGES.flatMap((host) =>
      hostOf(machines, host).ports.api.map((port) => `http://127.0.0.1:${port}/api/sessions`),
    )
    await until(
      'an API on the restored database',
      120_000,
      async () => (await statusOf(urls[0]!, token)) === 401,
    )
    const took = now() - since

    await untilServing(machines, edges)
    const statuses = await Promise.all(urls.map((url) => statusOf(url, token)))
    const refused = statuses.every((status) => status === 401)
    await visitor(machines, edges, chain).signIn()
    const [rows] = await sql<{ kept: number }[]>`
      select count(*)::int as kept from drill.writes where id = any(string_to_array(${KEPT.join()}, ','))`
    const losses = await lossesOf(acknowledged, sql)
    const digestEqual = await reindexed(world, sql)
    const { waited, resumed } = await signing(world, sql)
    world.load = await startLoad(machines, edges, chain)
    await untilWhole(machines)
    const facts = [
      `serving after ${time(took)}`,
      `${rows!.kept} of ${KEPT.length} deleted rows are back`,
      losses.length > 0 ? losses.join(', ') : 'all that was acknowledged before the moment is there',
      `an old token gets ${[...new Set(statuses)].join(', ')}`,
      `the digest after a reindex is ${digestEqual ? 'equal' : 'NOT equal'}`,
      `the signer ${waited ? 'waited' : 'did NOT wait'} for the audit and ${resumed ? 'went on after it' : 'did NOT go on'}`,
    ]
    return {
      measured: facts.join('; '),
      passed:
        took <= GOAL_MS &&
        rows!.kept === KEPT.length &&
        losses.length === 0 &&
        [refused, digestEqual, waited, resumed].every(Boolean),
    }
  },
}

/** Whether a reindex of the whole chain gives the contents of the tables. */
async function reindexed({ machines, processes }: World, sql: postgres.Sql): Promise<boolean> {
  const [stand] = await sql<{ block: number; epoch: number }[]>`
    select number::int as block, (select max(epoch)::int from galx.epochs) as epoch from galx.cursor`
  const before = await digestOf(sql, stand!.block, stand!.epoch)
  await processes.finish(unitOf(machines, EDGES[0], 'galx-reindex'), 300_000)
  return (await digestOf(sql, stand!.block, stand!.epoch)) === before
}

/** Starts the signer. When the signer waits, runs `operator audit`, and only then starts the second engine's verdicts. */
async function signing(
  { machines, processes }: World,
  sql: postgres.Sql,
): Promise<{ waited: boolean; resumed: boolean }> {
  const metrics = () => askText(`http://127.0.0.1:${hostOf(machines, KEEPER).ports.signer}/metrics`)
  const [before] = await sql<{ verdict: number | null }[]>`
    select max(epoch)::int as verdict from galx.engine_verdicts`
  const known = before!.verdict ?? -1
  await processes.revive(SIGNER)
  const signed = await until('the signer to wait for the audit', 180_000, async () => {
    const text = await metrics()
    return sampleOf(text, 'galx_signer_waits', 'reason="unconfirmed"') === 1
      ? { epoch: sampleOf(text, 'galx_signer_signed_epoch') ?? -1 }
      : null
  })
  // `operator audit` ends with an error if it finds any difference.
  await processes.finish(unitOf(machines, KEEPER, 'galx-audit'), 300_000)
  await processes.revive(VERDICTS)
  const resumed = await until('signing after the audit', 240_000, async () => {
    const epoch = sampleOf(await metrics(), 'galx_signer_signed_epoch')
    return epoch !== null && epoch > known
  }).catch(() => false)
  return { waited: signed.epoch <= known, resumed }
}
