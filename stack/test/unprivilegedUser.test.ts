/** What `nobody` can read and run of root's installation, whatever umask root has. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUser, reachableProgram } from '../src/database/unprivilegedUser.ts'

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
