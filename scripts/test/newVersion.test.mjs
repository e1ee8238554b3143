/** One command makes a version, in a copy of the files that it changes. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../install.mjs'

const workspaces = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
const FILES = [
  'package.json',
  'package-lock.json',
  ...workspaces.map((folder) => `${folder}/package.json`),
  'server/src/platform/http/openApi.ts',
  'docs/openapi/main.json',
  'docs/openapi/btc.json',
]
const CHANGELOG = `# Changelog

What changes. Nothing is released yet.

## Unreleased

### Holders

- A new page.
`

let folder
function read(path) {
  return readFileSync(join(folder, path), 'utf8')
}
function git(...words) {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
  return execFileSync('git', [...author, ...words], { cwd: folder })
}
function make(...parameters) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/newVersion.mjs'), ...parameters],
    { cwd: folder, encoding: 'utf8' },
  )
  return { code: status, out: stdout, complaint: stderr }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-version-'))
  for (const path of FILES) cpSync(join(root, path), join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'before')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('writes the version everywhere, and prints the notes and the signed tag', () => {
  const { code, out, complaint } = make('91.0.0-rc.1')
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(out).toMatch(/^### Holders\n\n- A new page\.\n/)
  expect(out).toContain("\ngit tag -s v91.0.0-rc.1 -m 'GALX 91.0.0-rc.1'\n")
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\nWhat changes\.\n\n## Unreleased\n\n## 91\.0\.0-rc\.1 – \d{4}-\d\d-\d\d\n\n### Holders\n\n- A new page\.\n$/,
  )
  for (const path of FILES) {
    expect(read(path), path).toContain('91.0.0-rc.1')
    const galx = [...read(path).matchAll(/"@galx\/\w+": "([^"]+)"/g)].map(([, version]) => version)
    expect(
      galx.filter((version) => version !== '91.0.0-rc.1'),
      path,
    ).toEqual([])
  }
  // Nothing but versions and the change log has changed: each changed line of a package or of the lock names the version.
  const changed = git('diff', '--unified=0', '--', ...FILES).toString()
  const added = changed.split('\n').filter((line) => /^\+(?!\+)/.test(line))
  expect(added.filter((line) => !line.includes('91.0.0-rc.1'))).toEqual([])
  expect(added.length).toBeGreaterThan(2 * workspaces.length)
  // npm finds nothing to correct.
  const npm = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund']
  const lock = read('package-lock.json')
  execFileSync('npm', npm, { cwd: folder })
  expect(read('package-lock.json')).toBe(lock)

  // The version follows its candidate, with what has changed since.
  git('commit', '--quiet', '-am', 'candidate')
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A repair.\n'),
  )
  git('commit', '--quiet', '-am', 'repair')
  expect(make('91.0.0').out).toMatch(/^- A repair\.\n\n/)
  expect(read('CHANGELOG.md')).toMatch(
    /## Unreleased\n\n## 91\.0\.0 – \S+\n\n- A repair\.\n\n## 91\.0\.0-rc\.1 – /,
  )
})

it.each([
  ['v1.0.0', () => {}, 'the version must look like 1.4.0 or 1.4.0-rc.1'],
  ['0.0.9', () => {}, /^0\.0\.9 is not newer than \S+$/],
  ['91.0.0', () => writeFileSync(join(folder, 'note'), ''), 'the repository has changes: commit them first'],
  ['91.0.0', () => git('tag', 'v91.0.0'), 'the tag v91.0.0 exists already'],
  [
    '91.0.0',
    () => {
      writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.0.1\n\n- First.\n')
      git('commit', '--quiet', '-am', 'empty')
    },
    'CHANGELOG.md says nothing under "## Unreleased"',
  ],
])('refuses %s, and writes nothing', (version, prepare, complaint) => {
  prepare()
  const before = FILES.map(read)
  const made = make(version)
  expect(made).toMatchObject({ code: 1, out: '' })
  if (typeof complaint === 'string') expect(made.complaint).toBe(`${complaint}\n`)
  else expect(made.complaint.trim()).toMatch(complaint)
  expect(FILES.map(read)).toEqual(before)
})
