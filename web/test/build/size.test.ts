// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const web = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'galx-size-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('/galx keeps within its budget of bytes and requests', { timeout: 120_000 }, () => {
  const vite = join(web, '../node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const report = execFileSync(process.execPath, [join(web, 'scripts/size.mjs'), folder]).toString()
  expect(report.match(/^ok: /gm)).toHaveLength(3)
})
