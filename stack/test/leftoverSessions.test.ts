/** The machine's clock is set back while a database waits for the sessions of a killed server. */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startDatabase } from '../src/database/startDatabase.ts'

const HOUR = 3_600_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-leftovers-'))
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o777)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

it('sessions that do not end are reported after ten seconds', async () => {
  const tried = join(folder, 'tried')
  const programs = {
    initdb: program('initdb', 'true'),
    postgres: program(
      'postgres',
      `[ "$1" = --single ] && exit; touch ${tried}; echo 'FATAL:  pre-existing shared memory block (key 1) is still in use' >&2; exit 1`,
    ),
  }
  const database = startDatabase({ dataDirectory: join(folder, 'data'), programs })
  const refused = expect(database).rejects.toThrow('still in use')
  await vi.waitUntil(() => existsSync(tried), 30_000)
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() - HOUR)
  await refused
}, 60_000)
