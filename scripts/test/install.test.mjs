import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A repository with scripts/install.mjs and one package, which only builds and tests need. */
let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-install-'))
  for (const name of ['bundler', 'scripts']) mkdirSync(join(folder, name))
  copyFileSync(join(import.meta.dirname, '../install.mjs'), join(folder, 'scripts/install.mjs'))
  write('bundler/package.json', { name: 'bundler', version: '1.0.0' })
  run('npm', ['pack', '--silent', './bundler'])
  write('package.json', { name: 'app', devDependencies: { bundler: 'file:bundler-1.0.0.tgz' } })
  run('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'])
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file, content) {
  writeFileSync(join(folder, file), JSON.stringify(content))
}
function run(program, parameters, environment = {}) {
  execFileSync(program, parameters, { cwd: folder, env: { ...process.env, ...environment } })
}

it('installs the packages that only builds and tests need, also if NODE_ENV is production', () => {
  const code = `import { installPackages } from './scripts/install.mjs'; installPackages()`
  run(process.execPath, ['--input-type=module', '--eval', code], { NODE_ENV: 'production' })
  expect(existsSync(join(folder, 'node_modules/bundler/package.json'))).toBe(true)
})
