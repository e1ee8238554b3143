/** Tables into which this process, as the leader, indexes worlds of logs one after another. */
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { copyDatabase } from '@galx/stack/testing/databaseCluster'
import type { Vector } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import { bonusEpochs } from '../../src/rewards/engine/epochs.ts'
import { readSomeParts } from '../../src/ledger/epochFile.ts'
import type { RawLog } from '../../src/chain/rpc/shapes.ts'
import { readCursor, type Cursor } from '../../src/indexer/engine/cursor.ts'
import { tryToLead } from '../../src/indexer/engine/leaderLock.ts'
import { momentWithin } from '../../src/ledger/epochs.ts'
import { ENGINE_TABLES } from '../../src/indexer/engine/reindex.ts'
import { writeRange } from '../../src/indexer/engine/writeRange.ts'
import { SOURCE_TABLES, sourcesOf } from '../../src/indexer/sources.ts'
import { connect, type Sql } from '../../src/platform/database/connection.ts'
import type { Rename } from '../../src/platform/database/renaming.ts'
import { transact } from '../../src/platform/database/transaction.ts'
import { worldDeployment, worldRange } from './rawWorldChain.ts'

export type World = Omit<Vector, 'shows' | 'expect'> & {
  /** in the last block, after all others; outside the rules of bonuses */
  further?: readonly RawLog[]
}

const VECTORS = new URL('../../../packages/protocol/vectors/rewards/', import.meta.url)

/** The world of a golden vector. @param name of its file, without the extension */
export function vectorWorld(name: string): World {
  return JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS), 'utf8')) as Vector
}

const FROM_CHAIN = [...ENGINE_TABLES, ...SOURCE_TABLES, 'account_totals', 'pending_counts', 'accounts']

/** Every table with the written columns. Sequences continue, because ids do not matter. */
function columnsOf(sql: Sql) {
  return sql<{ table: string; columns: string }[]>`
    select table_name as table, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'galx' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name <> 'migrations'
    group by 1`
}

export type BonusTables = Awaited<ReturnType<typeof startBonusTables>>

export async function startBonusTables() {
  const database = await copyDatabase(process.env.TEST_CLUSTER_URL!)
  const sql = connect(database.url, { name: 'test', max: 2 })
  let leader: Sql | null = null
  /** the leading connection without a rename; `index` uses it again, because a new connection would have to plan every statement */
  let plain: Sql | null = null

  /** Opens a connection that leads. @param rename called with the text of each statement of the connection */
  const lead = async (rename?: Rename): Promise<Sql> => {
    await leader?.end({ timeout: 1 })
    leader = connect(database.url, { name: 'test leader', max: 1, ...(rename && { rename }) })
    while (!(await tryToLead(leader)));
    plain = rename === undefined ? leader : null
    return leader
  }
  return {
    sql,
    url: database.url,
    lead,
    /** Stops leading. */
    async release() {
      await leader?.end({ timeout: 1 })
      leader = null
      plain = null
    },
    /** Empties all tables that are read from the chain; with `hashes` also those that no reindex empties. */
    async empty({ hashes }: { hashes: boolean }) {
      const tables = [...FROM_CHAIN, ...(hashes ? ['published_epochs', 'engine_verdicts'] : [])]
      await sql.unsafe(`truncate ${tables.map((table) => `galx.${table}`).join()} restart identity cascade`)
      await sql`update galx.totals_standing set block_number = null, timestamp = null`
    },
    /** Stores all tables for `restore`, which is much faster than to index again. */
    async keep() {
      await sql.unsafe('drop schema if exists kept cascade; create schema kept')
      for (const { table } of await columnsOf(sql))
        await sql.unsafe(`create table kept.${table} as table galx.${table}`)
    },
    async restore() {
      const tables = await columnsOf(sql)
      await transact(sql, async (transaction) => {
        await transaction`set local session_replication_role = replica`
        await transaction.unsafe(
          tables
            .map(
              ({ table, columns }) =>
                `delete from galx.${table}; insert into galx.${table} (${columns}) overriding system value select ${columns} from kept.${table}`,
            )
            .join(';'),
        )
      })
    },
    /**
     * Indexes the blocks of the world that are not in the tables yet.
     * @param lengthOf the number of blocks in the next range
     * @param to the last block; by default the last block of the world
     */
    async index(world: World, lengthOf: () => number, on?: Sql, to?: number) {
      const connection = on ?? plain ?? (await lead())
      const deployment = worldDeployment(world)
      const whole = worldRange(world)
      const end = to ?? whole.to
      const options = {
        sql: connection,
        genesisHash: world.genesis,
        log: pino({ level: 'silent' }),
        sources: sourcesOf(deployment),
        epochs: bonusEpochs(deployment),
      }
      let cursor: Cursor | null = await readCursor(connection)
      const logs = [...whole.logs, ...(world.further ?? [])]
      const blockAt = (number: number) => world.blocks[number - whole.from]!
      const endOf = async (from: number): Promise<number> => {
        if (cursor === null) return from
        const to = Math.min(end, from + lengthOf() - 1)
        const next = await options.epochs.next(connection)
        const moment = momentWithin({ from, to, end: blockAt(to) }, cursor, next, options.epochs)
        if (moment === null) return to
        const beyond = world.blocks.find(({ number, timestamp }) => number >= from && timestamp >= moment)
        return Math.max(from, beyond!.number - 1)
      }
      for (let from = cursor === null ? whole.from : cursor.number + 1; from <= end;) {
        const to = await endOf(from)
        cursor = await writeRange(options, cursor, {
          ...whole,
          from,
          to,
          end: { ...blockAt(to), parentHash: '', isComputed: true },
          logs: logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to),
        })
        from = to + 1
      }
    },
    /** Every closed epoch with its header and parts. */
    async epochs(world: World) {
      const rows = await sql<
        { epoch: number; header: string; hash: string; block: number; ruleset: number }[]
      >`
        select epoch, convert_from(header, 'UTF8') as header, hash, block_number as block, ruleset
        from galx.epochs order by epoch`
      const epochs = []
      for (const { epoch, header, hash, block, ruleset } of rows) {
        const keys = world.rulesets[ruleset - 1]!.programs.map(({ key }) => key)
        const parts = (await readSomeParts(sql, epoch, keys, [...Array(256).keys()])).map(({ text }) => text)
        epochs.push({ header, hash, blockNumber: block, parts })
      }
      return epochs
    },
    async stop() {
      await Promise.all([sql.end(), leader?.end()])
      await database.stop()
    },
  }
}
