/** Which of Debian's versions of PostgreSQL is taken. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { debianPrograms } from '../src/database/postgresBinaries.ts'

let versions: string
beforeEach(() => (versions = mkdtempSync(join(tmpdir(), 'galx-debian-'))))
afterEach(() => rmSync(versions, { recursive: true, force: true }))

function put(version: string, ...programs: string[]) {
  const folder = join(versions, version, 'bin')
  mkdirSync(folder, { recursive: true })
  for (const program of programs) writeFileSync(join(folder, program), '')
}

it('is none where the packages are not installed', () => {
  expect(debianPrograms(join(versions, 'absent'))).toBeNull()
  expect(debianPrograms(versions)).toBeNull()
})

it('is the newest by number, of those that have a server', () => {
  put('9', 'initdb', 'postgres')
  put('15', 'initdb', 'postgres')
  // Only the client's programs, and a folder that is no version.
  put('17', 'psql')
  put('common', 'initdb', 'postgres')
  const folder = join(versions, '15', 'bin')
  expect(debianPrograms(versions)).toEqual({
    initdb: join(folder, 'initdb'),
    postgres: join(folder, 'postgres'),
  })
})
