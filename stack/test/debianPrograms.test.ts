/** Debian's programs of PostgreSQL, if they are installed. */
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

it('finds the programs of the requested version, not of another version', () => {
  put('15', 'initdb', 'postgres')
  put('17', 'initdb', 'postgres')
  const folder = join(versions, '15', 'bin')
  expect(debianPrograms(15, versions)).toEqual({
    initdb: join(folder, 'initdb'),
    postgres: join(folder, 'postgres'),
  })
})

it('finds no programs if the version is not installed, or only its client is installed', () => {
  expect(debianPrograms(15, join(versions, 'absent'))).toBeNull()
  put('9', 'initdb', 'postgres')
  put('15', 'initdb')
  expect(debianPrograms(15, versions)).toBeNull()
})
