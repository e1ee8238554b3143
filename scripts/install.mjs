// Installs the packages when they are missing or older than the lock file. Needs nothing but Node.js and npm.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MINIMUM_NODE = [20, 19]

/** Ends the program with one line when Node.js is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return
  console.error(`GALX needs Node.js ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Runs `npm ci` unless what is installed was installed from this very lock file. */
export function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = join(root, 'node_modules', '.installed-from')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  console.log('installing packages …')
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.status !== 0) {
    console.error('npm ci failed: the packages could not be installed (see above).')
    process.exit(1)
  }
  writeFileSync(mark, lock)
}
