// Fails if code reads an environment variable without a row in docs/environment.md. Examples list theirs in their README.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const READ = [
  /(?:process\.env|environment)\.([A-Z][A-Z0-9_]+)/g,
  /\(environment, '([A-Z][A-Z0-9_]+)'/g,
  /\b(?:required|address|addresses)\('([A-Z][A-Z0-9_]+)'/g,
  /\b([A-Z]+_PORT): \[/g,
  /\bvariable: '([A-Z][A-Z0-9_]+)'/g,
]
/** Set by the system, not by the person who runs GALX. */
const FOREIGN = ['PATH', 'HOME', 'LC_ALL', 'NODE_ENV', 'DEBIAN_FRONTEND']

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.cjs', ':!**/test/**', ':!examples/**'], {
  cwd: root,
  encoding: 'utf8',
})
const read = new Set()
for (const file of files.split('\n').filter((name) => name !== '')) {
  const text = readFileSync(resolve(root, file), 'utf8')
  for (const [, name] of READ.flatMap((pattern) => [...text.matchAll(pattern)]))
    if (!FOREIGN.includes(name)) read.add(name)
}

const page = readFileSync(resolve(root, 'docs/environment.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `'))
const listed = new Set(
  rows.flatMap((row) => [...row.split(' | ')[0].matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name)),
)
const missing = [...read].filter((name) => !listed.has(name))
for (const name of missing) console.error(`docs/environment.md has no row for ${name}`)
if (missing.length === 0) console.log(`${read.size} environment variables, all in docs/environment.md`)
process.exitCode = missing.length === 0 ? 0 : 1
