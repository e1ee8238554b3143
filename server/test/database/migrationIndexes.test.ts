/** No migration makes the writers of a large table wait for an index. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY } from '../../src/platform/database/migrate.ts'
import { lockingIndexesOf } from '../support/lockingIndexes.ts'

/** Migrations that were released before this rule. They are never changed, because databases store each file's checksum. */
const RELEASED: readonly { name: string; indexes: readonly string[]; reason: string }[] = [
  {
    name: '0002_sessions_and_pending.sql',
    indexes: ['sessions_revoked', 'accounts_pending_power'],
    reason: 'sessions and accounts, in the migration after their creation',
  },
  {
    name: '0005_pending_inviter_index.sql',
    indexes: ['accounts_pending_inviter'],
    reason: 'one row for each account; an older database waits once',
  },
  {
    name: '0036_bonuses.sql',
    indexes: ['pass_changes_pass'],
    reason: 'one row for each change of a pass; an older database waits once',
  },
  {
    name: '0037_vouchers.sql',
    indexes: ['pass_changes_holder'],
    reason: 'the same table as in 0036',
  },
]

async function ownMigrations() {
  const names = (await readdir(MIGRATIONS_DIRECTORY)).sort()
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(MIGRATIONS_DIRECTORY, name), 'utf8') })),
  )
}

it('an index of an earlier migration’s table is built concurrently, except those released before', async () => {
  const found = lockingIndexesOf(await ownMigrations())
  expect(found.map(({ name, index }) => [name, index])).toEqual(
    RELEASED.flatMap(({ name, indexes }) => indexes.map((index) => [name, index])),
  )
})

const BESIDE = '-- outside a transaction: the tables stay writable meanwhile\n-- expands\n'

it.each([
  ['a plain index', '-- expands\ncreate index slow on galx.activity (at)', 'activity', 'slow'],
  [
    'a unique index, over two lines',
    'create unique index slow\n  on only galx.Activity (at)',
    'activity',
    'slow',
  ],
  [
    'a plain index outside a transaction',
    `${BESIDE}create index slow on galx.activity (at)`,
    'activity',
    'slow',
  ],
  [
    'a concurrent index inside a transaction',
    'create index concurrently slow on galx.activity (at)',
    'activity',
    'slow',
  ],
  [
    'after a new table',
    'create table galx.n (a int); create index slow on galx.accounts (id)',
    'accounts',
    'slow',
  ],
  ['without a name', 'create index on galx.activity (at)', 'activity', 'create index on galx.activity (at)'],
  [
    'by a unique constraint',
    'alter table galx.activity add constraint one unique (at)',
    'activity',
    'add constraint one unique (at)',
  ],
  [
    'by a primary key',
    'alter table galx.activity drop constraint a,\n  add primary key (at)',
    'activity',
    'add primary key (at)',
  ],
  [
    'by a column',
    'alter table galx.activity add column key bytea unique',
    'activity',
    'add column key bytea unique',
  ],
])('an invented migration that blocks writers is found: %s', async (_how, text, table, index) => {
  const name = '9998_slow.sql'
  const before = await ownMigrations()
  const found = lockingIndexesOf([...before, { name, text }])
  expect(found.slice(lockingIndexesOf(before).length)).toEqual([{ name, table, index }])
})

it.each([
  ['concurrently, outside a transaction', `${BESIDE}create index concurrently quick on galx.activity (at)`],
  ['a table of the same file', 'create table galx.n (a int unique); create index quick on galx.n (a)'],
  ['an existing index', 'alter table galx.activity add constraint k unique using index quick'],
  ['a comment', '-- create index slow on galx.activity (at);\nselect 1'],
  ['a check', 'alter table galx.activity add constraint unique_enough check (at > 0) not valid'],
])('a migration that blocks no writer is accepted: %s', async (_how, text) => {
  const before = await ownMigrations()
  expect(lockingIndexesOf([...before, { name: '9998_quick.sql', text }])).toEqual(lockingIndexesOf(before))
})
