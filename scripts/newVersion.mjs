// Makes a version: npm run -s version:new -- X.Y.Z[-rc.N]. Moves what CHANGELOG.md says under "Unreleased" to the version, writes the version
// into each workspace, the lock file and the OpenAPI documents, and prints the release's notes and the commands that commit and sign it. Commits
// nothing itself.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FORM = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-rc\.([1-9]\d*))?$/
/** Files with the version beside the packages' own: what stands before it, and after it. */
const PLACES = [
  ['server/src/platform/http/openApi.ts', "version: '", "'"],
  ['docs/openapi/main.json', '\n    "version": "', '"'],
  ['docs/openapi/btc.json', '\n    "version": "', '"'],
]

/** The call is wrong, or the repository is not ready for a version. */
class VersionError extends Error {}

/** @returns whether `version` is newer than `other`; a candidate is older than its version */
function isNewer(version, other) {
  const [one, two] = [version, other].map((text) =>
    FORM.exec(text)
      .slice(1)
      .map((part) => Number(part ?? Infinity)),
  )
  const at = one.findIndex((number, index) => number !== two[index])
  return at >= 0 && one[at] > two[at]
}

/** @returns the change log with the version, and the version's part of it @throws VersionError */
export function released(changelog, version, date) {
  const [, before, notes = '', after = ''] =
    /^(.*?^## Unreleased\n)(.*?)(^## .*)?$(?![\s\S])/ms.exec(changelog) ?? []
  if (before === undefined) throw new VersionError('CHANGELOG.md has no heading "## Unreleased"')
  if (notes.trim() === '') throw new VersionError('CHANGELOG.md says nothing under "## Unreleased"')
  const head = before.replace(/ Nothing is released yet\.$/m, '')
  const rest = after === '' ? '' : `\n${after}`
  return { changelog: `${head}\n## ${version} – ${date}\n\n${notes.trim()}\n${rest}`, notes: notes.trim() }
}

/** Writes the version into packages of ours that another package names. */
function raise(names, description, version) {
  if (description.version !== undefined) description.version = version
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const name of Object.keys(description[kind] ?? {}))
      if (names.has(name)) description[kind][name] = version
}

/** @returns the contents of all files that change, by path @throws VersionError */
function changes(root, version, date) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const files = new Map()
  const write = (path, json) => files.set(path, `${JSON.stringify(json, null, 2)}\n`)
  const whole = JSON.parse(read('package.json'))
  const present = whole.version
  if (!isNewer(version, present)) throw new VersionError(`${version} is not newer than ${present}`)
  const paths = whole.workspaces.map((folder) => `${folder}/package.json`)
  const descriptions = paths.map((path) => JSON.parse(read(path)))
  const names = new Set(descriptions.map(({ name }) => name))
  for (const [index, path] of ['package.json', ...paths].entries()) {
    const description = index === 0 ? whole : descriptions[index - 1]
    raise(names, description, version)
    write(path, description)
  }
  const lock = JSON.parse(read('package-lock.json'))
  lock.version = version
  for (const path of ['', ...whole.workspaces]) raise(names, lock.packages[path], version)
  write('package-lock.json', lock)
  for (const [path, before, after] of PLACES) {
    const text = read(path)
    if (!text.includes(before + present + after)) throw new VersionError(`${path} does not have ${present}`)
    files.set(path, text.replace(before + present + after, before + version + after))
  }
  const { changelog, notes } = released(read('CHANGELOG.md'), version, date)
  files.set('CHANGELOG.md', changelog)
  return { files, notes }
}

/** @returns what a person does next, after all files are written @throws VersionError, and then nothing is written */
export function newVersion(root, version, date) {
  if (!FORM.test(version ?? '')) throw new VersionError('the version must look like 1.4.0 or 1.4.0-rc.1')
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  if (git('status', '--porcelain') !== '')
    throw new VersionError('the repository has changes: commit them first')
  if (git('tag', '--list', `v${version}`) !== '') throw new VersionError(`the tag v${version} exists already`)
  const { files, notes } = changes(root, version, date)
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  return [
    notes,
    '',
    `Read the changes (git diff) and run npm test. Then:`,
    `git commit -am 'Version ${version}'`,
    `git tag -s v${version} -m 'GALX ${version}'`,
    `git push --follow-tags`,
  ].join('\n')
}

if (import.meta.filename === process.argv[1])
  try {
    console.log(newVersion(process.cwd(), process.argv[2], new Date().toISOString().slice(0, 10)))
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
