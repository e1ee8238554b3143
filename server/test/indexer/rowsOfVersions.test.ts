/**
 * The same logs give the same rows as long as no source's version is raised: an indexer that goes on with the tables of an earlier build relies on
 * it. `UPDATE_ROWS=1` writes the rows of a new version.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { startBonusTables, type BonusTables } from '../support/bonusTables.ts'
import { worldDeployment } from '../support/rawWorldChain.ts'
import { dumpTables } from '../support/tables.ts'
import { story } from '../bonuses/tamperedStory.ts'

type Pinned = { versions: Record<string, number>; rows: Record<string, string> }

const FILE = new URL('rowsOfVersions.json', import.meta.url)

let tables: BonusTables
beforeAll(async () => {
  tables = await startBonusTables()
  await tables.index(story, () => 100)
}, 120_000)
afterAll(() => tables?.stop())

it('a source gives other rows for the same logs only with another decoder version', async () => {
  const sources = sourcesOf(worldDeployment(story))
  const versions = Object.fromEntries(sources.map(({ name, decoderVersion }) => [name, decoderVersion]))
  const dumped = Object.entries(await dumpTables(tables.sql)).filter(([, rows]) => rows.length > 0)
  const rows = Object.fromEntries(dumped.map(([name, found]) => [name, digestOf(found)]))
  const pinned = JSON.parse(readFileSync(FILE, 'utf8')) as Pinned
  const differing = Object.keys({ ...pinned.rows, ...rows }).filter(
    (name) => pinned.rows[name] !== rows[name],
  )
  const raised = Object.entries(versions).filter(([name, version]) => pinned.versions[name] !== version)
  if (raised.length === 0)
    expect(differing, 'tables with other rows than before: raise the decoderVersion of their source').toEqual(
      [],
    )
  if (process.env.UPDATE_ROWS === '1') writeFileSync(FILE, `${JSON.stringify({ versions, rows }, null, 2)}\n`)
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual({ versions, rows })
})

function digestOf(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
