/** A Mermaid diagram of the tables and their references, read from the database itself. */
import type { Sql } from '../../src/platform/database/connection.ts'

type Column = { table: string; name: string; type: string; nullable: boolean; primary: boolean }
type Reference = { table: string; column: string; target: string; nullable: boolean }

/** @param sql a migrated database @returns docs/database.mmd */
export async function describeSchema(sql: Sql): Promise<string> {
  const [columns, references] = await Promise.all([readColumns(sql), readReferences(sql)])
  const tables = [...new Set(columns.map(({ table }) => table))]
  return [
    '%% Schema galx. Amounts are wei, times unix seconds, addresses and hashes raw bytes. server/migrations says why each table is as it is.',
    '%% `npm run diagram -w server` writes this diagram from a migrated database; a test compares the two.',
    'erDiagram',
    ...references.map(
      ({ table, column, target, nullable }) =>
        `  ${target} ${nullable ? '|o' : '||'}--o{ ${table} : ${column}`,
    ),
    ...tables.flatMap((table) => [
      `  ${table} {`,
      ...columns
        .filter((column) => column.table === table)
        .map(({ name, type, nullable, primary }) =>
          ['   ', type, name, ...(primary ? ['PK'] : []), ...(nullable ? ['"may be null"'] : [])].join(' '),
        ),
      '  }',
    ]),
    '',
  ].join('\n')
}

function readColumns(sql: Sql): Promise<Column[]> {
  return sql<Column[]>`
    select c.relname as "table", a.attname as name, replace(replace(format_type(a.atttypid, null), 'galx.', ''), ' ', '_') as type,
      not a.attnotnull as nullable, coalesce(a.attnum = any (i.indkey), false) as "primary"
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = 'galx' and c.relkind in ('r', 'p')
    order by c.relname, a.attnum`
}

function readReferences(sql: Sql): Promise<Reference[]> {
  return sql<Reference[]>`
    select c.relname as "table", a.attname as "column", t.relname as target, not a.attnotnull as nullable
    from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where n.nspname = 'galx' and k.contype = 'f'
    order by 1, 2`
}
