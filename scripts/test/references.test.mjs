/** Documents name tests by file and title: each of them is there. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Such as: `server/test/api/limits.test.ts` › title; the next one follows behind a semicolon. */
const REFERENCE =
  /`([\w./-]+\.(?:test\.tsx?|test\.mjs|spec\.ts|t\.sol))` › ((?:[^;|\n]|;(?! `))+?)\s*(?=; `|\||\n)/g

/** @returns every reference of a text, in order */
function referencesIn(text) {
  return [...text.matchAll(REFERENCE)].map(([, file, title]) => ({ file, title }))
}

/** @returns those that name no file, or no title in it */
function missing(references, read) {
  return references.filter(({ file, title }) => !(read(file)?.includes(title) ?? false))
}

function read(file) {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

it.each([
  ['docs/conformance.md', 500],
  ['docs/threat-model.md', 60],
])('%s names only tests that are there', (document, atLeast) => {
  const references = referencesIn(read(document))
  expect(references.length).toBeGreaterThan(atLeast)
  expect(missing(references, read)).toEqual([])
})

it('a renamed test and a file that has gone are found', () => {
  const references = referencesIn(
    '| X1 | `a/one.test.ts` › says what it is; and why; `b/two.spec.ts` › is gone | `c/three.t.sol` › was renamed |\n',
  )
  expect(references).toEqual([
    { file: 'a/one.test.ts', title: 'says what it is; and why' },
    { file: 'b/two.spec.ts', title: 'is gone' },
    { file: 'c/three.t.sol', title: 'was renamed' },
  ])
  const files = { 'a/one.test.ts': "it('says what it is; and why')", 'c/three.t.sol': 'another name' }
  expect(missing(references, (file) => files[file] ?? null)).toEqual(references.slice(1))
})
