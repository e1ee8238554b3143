import { reindex } from '@galx/server/indexer/reindexCommand'
import { REINDEX_LOCK } from '@galx/server/indexer/engine/reindexIntoShadow'
import type { Sql } from '@galx/server/platform/database/connection'
import {
  isConfirmed,
  PLACE_HELP,
  PLACE_OPTIONS,
  readDeploymentPath,
  readOptions,
  WRITE_HELP,
  WRITE_OPTIONS,
  type Command,
} from './command.ts'
import { openDeployment } from './connection.ts'
import { withDatabase } from './database.ts'

export const reindexCommand: Command = {
  summary: 'read the chain again into a second set of tables, and exchange them',
  help: `npm run operator -- reindex --rpc URL[,URL] --deployment FILE [--confirm]

Reads the chain again beside the serving tables (schema galx_shadow) and gives the second set the names of the first set in one
short transaction. All services keep running, and data that people wrote through the API stays. An interrupted reindex continues where it
stopped. docs/runbook.md, "Reindex", says when to use it. First it shows the size of the tables and the remains of an earlier reindex.

${PLACE_HELP}
${WRITE_HELP}

From the environment:
  DATABASE_URL        the servers' database (DATABASE_DIRECT_URL behind a pooler)

Exit code 0: the tables are exchanged, or it was stopped on request, or there was nothing to do without --confirm.
          1: something is wrong, or another process reindexes this database. 2: the call was wrong.
          3: the blocks of the nodes do not fit together ("The indexer halted" in docs/runbook.md), or the chain does not give a hash that
          EpochLog holds ("Reindex" there). The tables are unchanged, and the next reindex continues with the blocks that were read.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, { ...PLACE_OPTIONS, ...WRITE_OPTIONS })
    const confirmed = isConfirmed(options)
    const { place } = await openDeployment(options, environment)
    const status = await withDatabase(environment, readTables)
    const extent = status.block === null ? 'empty' : `complete up to block ${status.block}`
    say(`the tables use ${status.size} and are ${extent}; the chain is at block ${place.block.number}`)
    say(
      status.left
        ? 'an earlier reindex has left a second set of tables: this reindex would continue with that set'
        : `a second set would be filled from the first block, and needs about ${status.size} of disk`,
    )
    if (status.busy) {
      complain('another process reindexes this database')
      return 1
    }
    if (!confirmed) {
      say('nothing was written: add --confirm')
      return 0
    }
    const names = {
      RPC_URL: options.rpc ?? environment.RPC_URL,
      DEPLOYMENT_FILE: readDeploymentPath(options, environment),
    }
    return reindex({ ...environment, ...names }, say, complain)
  },
}

type Tables = { size: string; block: number | null; left: boolean; busy: boolean }

async function readTables(sql: Sql): Promise<Tables> {
  const [row] = await sql<Tables[]>`
    select pg_size_pretty(coalesce((
        select sum(pg_total_relation_size(c.oid)) from pg_class c
        where c.relnamespace = to_regnamespace('galx') and c.relkind in ('r', 'm')), 0)::bigint) as size,
      (select number from galx.cursor) as block, to_regnamespace('galx_shadow') is not null as left,
      exists (
        select from pg_locks where locktype = 'advisory' and granted and classid = 0
          and objid = ${REINDEX_LOCK} and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())) as busy`
  return row!
}
