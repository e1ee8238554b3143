/**
 * Finds indexes that a migration builds while nobody may write into their table. This costs nothing if the same file creates the table, because
 * the table is empty. An older table contains rows, though few in the tests. Its writers wait until the index is complete.
 */
type Migration = { name: string; text: string }
/** `index`: its name, or the constraint's words if it has none */
type LockingIndex = { name: string; table: string; index: string }

const OUTSIDE = '-- outside a transaction'
const CREATED_TABLE = /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/
const CREATED_INDEX =
  /^create (?:unique )?index (?<beside>concurrently )?(?:if not exists )?(?:(?<index>(?!on )\w+) )?on (?:only )?(?<table>[\w.]+)/
const ALTERED_TABLE = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/
/** Constraints that build an index, unless they use an existing one. */
const KEY =
  /\badd (?:constraint \w+ )?(?:primary key|unique|exclude)\b(?! using index\b)[^,]*|\badd column [^,]*\b(?:unique|primary key)\b/g

/** @param migrations in their order */
export function lockingIndexesOf(migrations: readonly Migration[]): LockingIndex[] {
  const earlier = new Set<string>()
  return migrations.flatMap(({ name, text }) => {
    const outside = text.startsWith(OUTSIDE)
    const own = new Set<string>()
    const found: LockingIndex[] = []
    for (const statement of statementsOf(text)) {
      const made = CREATED_TABLE.exec(statement)
      if (made) own.add(unqualified(made[1]!))
      for (const { table, index, beside } of indexesOf(statement))
        if (earlier.has(table) && !own.has(table) && !(beside && outside)) found.push({ name, table, index })
    }
    for (const table of own) earlier.add(table)
    return found
  })
}

function indexesOf(statement: string): { table: string; index: string; beside: boolean }[] {
  const created = CREATED_INDEX.exec(statement)?.groups
  if (created) {
    const { table, index, beside } = created
    return [{ table: unqualified(table!), index: index ?? statement, beside: beside !== undefined }]
  }
  const [, table, changes] = ALTERED_TABLE.exec(statement) ?? []
  if (table === undefined) return []
  return [...changes!.matchAll(KEY)].map(([index]) => ({ table: unqualified(table), index, beside: false }))
}

/** Lowercase, one line each, without comments. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
}

function unqualified(table: string): string {
  return table.replace(/^galx\./, '')
}
