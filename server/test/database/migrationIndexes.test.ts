/** No migration makes the writers of a table that has grown wait for an index. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY } from '../../src/platform/database/migrate.ts'
import { lockingIndexesOf } from '../support/lockingIndexes.ts'

/** Released before there was this rule, and never changed: databases hold each file's checksum. */
const RELEASED: readonly { name: string; indexes: readonly string[]; reason: string }[] = [
  {
    name: '0002_sessions_and_pending.sql',
    indexes: ['sessions_revoked', 'accounts_pending_power'],
    reason: 'sessions and accounts, in the migration after the one that made them',
  },
  {
    name: '0005_pending_inviter_index.sql',
    indexes: ['accounts_pending_inviter'],
    reason: 'one row for each account; a database from before waits once',
  },
  {
    name: '0036_bonuses.sql',
    indexes: ['pass_changes_pass'],
    reason: 'one row for each change of a pass; a database from before waits once',
  },
  {
    name: '0037_vouchers.sql',
    indexes: ['pass_changes_holder'],
    reason: 'the same table as in 0036, once more',
  },
]

async function ownMigrations() {
  const names = (await readdir(MIGRATIONS_DIRECTORY)).sort()
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(MIGRATIONS_DIRECTORY, name), 'utf8') })),
  )
}

it('an index of a table that an earlier migration made is built concurrently, but for those released before', async () => {
  const found = lockingIndexesOf(await ownMigrations())
  expect(found.map(({ name, index }) => [name, index])).toEqual(
    RELEASED.flatMap(({ name, indexes }) => indexes.map((index) => [name, index])),
  )
})

const BESIDE = '-- outside a transaction: the tables stay writable meanwhile\n-- expands\n'

it.each([
  ['a plain index', '-- expands\ncreate index slow on galx.activity (at)', 'activity', 'slow'],
  [
    'a unique one, over two lines',
    'create unique index slow\n  on only galx.Activity (at)',
    'activity',
    'slow',
  ],
  [
    'a plain one outside a transaction',
    `${BESIDE}create index slow on galx.activity (at)`,
    'activity',
    'slow',
  ],
  ['a concurrent one inside', 'create index concurrently slow on galx.activity (at)', 'activity', 'slow'],
  [
    'behind a table of its own',
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
])('a made-up migration that builds one all the same is found: %s', async (_how, text, table, index) => {
  const name = '9998_slow.sql'
  const before = await ownMigrations()
  const found = lockingIndexesOf([...before, { name, text }])
  expect(found.slice(lockingIndexesOf(before).length)).toEqual([{ name, table, index }])
})

it.each([
  ['concurrently, outside a transaction', `${BESIDE}create index concurrently quick on galx.activity (at)`],
  ['a table of the same file', 'create table galx.n (a int unique); create index quick on galx.n (a)'],
  ['an index that is taken over', 'alter table galx.activity add constraint k unique using index quick'],
  ['a comment', '-- create index slow on galx.activity (at);\nselect 1'],
  ['a check', 'alter table galx.activity add constraint unique_enough check (at > 0) not valid'],
])('what keeps no writer waiting is none: %s', async (_how, text) => {
  const before = await ownMigrations()
  expect(lockingIndexesOf([...before, { name: '9998_quick.sql', text }])).toEqual(lockingIndexesOf(before))
})
