/** The lifeboat's file: two builds give the same bytes, it is small, and its own policy allows only its own code and requests to nodes. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LIFEBOAT_PLACE } from '@galx/protocol/lifeboat'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'galx-lifeboat-'))
afterAll(() => rmSync(folder, { recursive: true }))

function build(name: string, directory: string): string {
  const path = join(folder, name)
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.mjs'), path], { cwd: directory })
  return readFileSync(path, 'utf8')
}
const first = build('first.html', folder)

it('has the same bytes wherever it is built, and at most 60 kB', () => {
  expect(build('second.html', import.meta.dirname)).toBe(first)
  expect(gzipSync(first, { level: 9 }).length).toBeLessThan(60_000)
})

it('allows its one program and style by their hashes, and requests to nodes alone', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(first)![1]!
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const program = /<script>(.*?)<\/script>/s.exec(first)![1]!
  const style = /<style>(.*?)<\/style>/s.exec(first)![1]!
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf(program)}`,
    `style-src ${hashOf(style)}`,
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(first.split(LIFEBOAT_PLACE)).toHaveLength(2)
  expect(first.match(/<script/g)).toHaveLength(2)
})
