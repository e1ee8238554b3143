/** A migration that removes something declares that. If it called itself `expands`, it would break running programs. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY } from '../../src/platform/database/migrate.ts'

const names = readdirSync(MIGRATIONS_DIRECTORY).sort()
const migrations = names.map((name) => ({
  name,
  text: readFileSync(join(MIGRATIONS_DIRECTORY, name), 'utf8'),
}))

const TAKES_AWAY =
  /\bdrop (?:table|column|view|type|schema|default)\b|\brename\b|\balter column \w+ (?:set data )?type\b|\bset not null\b/i
/** A new column that must have a value. Rows that older programs insert lack the column. */
const NEEDED_COLUMN = /\badd column (?:if not exists )?[^,;]*\bnot null\b[^,;]*/gi

/** @returns the part of the schema that programs without the migration would lack; null: nothing */
function takenBy(text: string): string | null {
  const statements = text.replaceAll(/--.*$/gm, '')
  const needed = statements.match(NEEDED_COLUMN)?.find((column) => !/\b(?:default|generated)\b/i.test(column))
  return TAKES_AWAY.exec(statements)?.[0] ?? needed ?? null
}

it.each(migrations.filter(({ text }) => /^-- expands$/m.test(text)))('$name only adds', ({ text }) => {
  expect(takenBy(text)).toBeNull()
})

it('a migration that removes something names an existing migration, itself at the latest', () => {
  for (const { name, text } of migrations) {
    const [, oldest] = /^-- contracts: (\d{4})$/m.exec(text) ?? []
    if (oldest === undefined) continue
    expect(
      names.some((one) => one.startsWith(`${oldest}_`) && one <= name),
      name,
    ).toBe(true)
  }
})

it.each([
  ['drop table galx.a', 'drop table'],
  ['alter table galx.a\n  drop column b', 'drop column'],
  ['alter table galx.a rename to b', 'rename'],
  ['alter table galx.a alter column b type text', 'alter column b type'],
  ['alter table galx.a alter column b set not null', 'set not null'],
  ['alter table galx.a add column b text not null', 'add column b text not null'],
  ['alter table galx.a add column b text not null default 1, add column c text', null],
  ['create table galx.a (b text not null); drop index galx.c; -- drop table', null],
])('made-up: %s', (text, taken) => {
  expect(takenBy(text)).toBe(taken)
})
