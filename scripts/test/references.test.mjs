/** Documents refer to tests by file and title, and to files, headings and npm's scripts. All of these must exist. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Such as: `server/test/api/limits.test.ts` › title; the next reference follows after a semicolon. */
const REFERENCE =
  /`([\w./-]+\.(?:test\.tsx?|test\.mjs|spec\.ts|t\.sol))` › ((?:[^;|\n]|;(?! `))+?)\s*(?=; `|\||\n)/g

/** @returns every reference of a text, in order */
function referencesIn(text) {
  return [...text.matchAll(REFERENCE)].map(([, file, title]) => ({ file, title }))
}

/** @returns the references whose file, or whose title in it, does not exist */
function missing(references, read) {
  return references.filter(({ file, title }) => !(read(file)?.includes(title) ?? false))
}

function read(file) {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

it('docs/threat-model.md names only tests that exist', () => {
  const references = referencesIn(read('docs/threat-model.md'))
  expect(references.length).toBeGreaterThan(50)
  // The page omits the folder of the server's tests.
  expect(missing(references, (file) => read(file) ?? read(`server/test/${file}`))).toEqual([])
})

it('a renamed test and a removed file are found', () => {
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

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const documents = tracked.filter((file) => file.endsWith('.md'))
/** Files and folders. */
const places = new Set(
  tracked.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
)
const TOP_FOLDERS = [
  ...new Set(tracked.filter((file) => file.includes('/')).map((file) => file.split('/')[0])),
]
/** A path from the root of the repository, without placeholders for names. */
const PATH = new RegExp(`\`((?:${TOP_FOLDERS.join('|').replaceAll('.', '\\.')})/[\\w./-]+)\``, 'g')
const BUILT = /\/(?:dist|out|cache|results|test-results)(?:\/|$)|NNNN/

function anchorsOf(text) {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** @returns the names in a document that lead to nothing */
function brokenIn(document, text) {
  const paths = [...text.matchAll(PATH)].map(([, path]) => path.replace(/\/$/, ''))
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([\w-]+))?\)/g)].filter(
    ([, path, anchor]) => {
      const target = path === '' ? document : join(dirname(document), path).replace(/\/$/, '')
      if (target !== '.' && !places.has(target)) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor)
    },
  )
  const scripts = [...text.matchAll(/npm run ([\w:-]+)(?: -w ([\w/-]+))?/g)].filter(([, script, workspace]) =>
    (workspace === undefined ? ['.', dirname(document)] : [workspace]).every(
      (folder) => JSON.parse(read(join(folder, 'package.json')) ?? '{}').scripts?.[script] === undefined,
    ),
  )
  return [
    ...paths.filter((path) => !BUILT.test(path) && !places.has(path)),
    ...[...links, ...scripts].map(([whole]) => whole),
  ]
}

it('every document names only files, headings and scripts that exist', () => {
  expect(
    documents.flatMap((document) => brokenIn(document, read(document)).map((what) => `${document}: ${what}`)),
  ).toEqual([])
})

it('a file, a heading and a script that do not exist are found', () => {
  const text =
    'In `server/src/nowhere.ts` and [there](docs/operator.md#nothing): `npm run nothing`, `npm run check`, `server/src/main.ts`.'
  expect(brokenIn('README.md', text)).toEqual([
    'server/src/nowhere.ts',
    '](docs/operator.md#nothing)',
    'npm run nothing',
  ])
})
