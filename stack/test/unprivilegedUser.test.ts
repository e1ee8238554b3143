/** The files of root's installation that `nobody` can read and run, with any umask of root. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initialiseCluster } from '../src/database/initialiseCluster.ts'
import { databaseUser, reachableProgram } from '../src/database/unprivilegedUser.ts'
import { portsFrom, startStack } from './running.ts'

/** The first port of the stack, which ends before it opens any. */
const BASE = 18_180

describe.runIf(process.getuid?.() === 0)('the copy of the program', () => {
  let root: string
  let copy: string | undefined
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'galx-locked-'))))
  afterEach(() => {
    rmSync(root, { recursive: true, force: true })
    if (copy !== undefined) rmSync(copy, { recursive: true, force: true })
  })

  it('runs for the other user under a umask of 077, and again after its permissions were removed', () => {
    const user = databaseUser()!
    const mask = process.umask(0o077)
    try {
      for (const folder of ['bin', 'lib']) mkdirSync(join(root, 'native', folder), { recursive: true })
      writeFileSync(join(root, 'native/lib/words'), 'says so')
      writeFileSync(join(root, 'native/bin/postgres'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/words"\n', {
        mode: 0o700,
      })
      const version = `test-${randomUUID()}`
      const run = () => {
        copy = reachableProgram(root, version, user)
        return spawnSync(join(copy, 'native/bin/postgres'), { ...user, cwd: '/', encoding: 'utf8' }).stdout
      }
      expect(run()).toBe('says so')
      expect(copy).not.toBe(root)
      chmodSync(join(copy!, 'native/lib'), 0o700)
      chmodSync(copy!, 0o700)
      expect(run()).toBe('says so')
    } finally {
      process.umask(mask)
    }
  })
})

describe.runIf(process.getuid?.() === 0)('under a umask of 077', () => {
  let root: string
  let mask: number
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galx-masked-'))
    chmodSync(root, 0o755)
    mask = process.umask(0o077)
  })
  afterEach(() => {
    process.umask(mask)
    rmSync(root, { recursive: true, force: true })
  })

  it('a database is made in new folders that the other user can pass', () => {
    const program = (name: string, script: string) => {
      const path = join(root, name)
      writeFileSync(path, `#!/bin/sh\n${script}\n`)
      chmodSync(path, 0o755)
      return path
    }
    const programs = { initdb: program('initdb', 'touch "$2/made"'), postgres: program('postgres', 'true') }
    const folder = join(root, 'new/data/database')
    initialiseCluster(folder, programs, databaseUser())
    expect(existsSync(join(folder, 'made'))).toBe(true)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('npm start makes folders that the other user can pass', async () => {
    const data = join(root, 'data')
    mkdirSync(data)
    // A folder in the place of the lock ends the start right after the folders are made.
    mkdirSync(join(data, 'running.json'))
    const stack = startStack({ ...portsFrom(BASE), GALX_DATA_DIR: data })
    expect(await stack.ended).toBe(1)
    expect(stack.lines.join()).toContain('running.json')
    expect(statSync(join(data, 'logs')).mode & 0o777).toBe(0o755)
  }, 60_000)
})
