// Installs the packages if they are missing or older than the lock file. Needs only Node.js and npm.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MINIMUM_NODE = [20, 19]

/** Ends the program with one line if Node.js is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return
  console.error(`GALX needs Node.js ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Runs `npm ci` unless the installed packages match the lock file. Of several callers at once, one installs and the others wait. */
export function installPackages() {
  if (isInstalled()) return
  const release = waitForTurn()
  try {
    if (isInstalled()) return // by the process that had the lock before
    console.log('installing packages …')
    // Without --include=dev, npm omits Vite and others if NODE_ENV is production.
    const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = spawnSync('npm', ['ci', ...options], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    if (npm.status !== 0) {
      console.error('npm ci failed: the packages could not be installed (see above).')
      release()
      process.exit(1)
    }
  } finally {
    release()
  }
}

/** Compares package-lock.json with npm's own record and with the folders, because an interrupted npm leaves gaps. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return true
    // Optional packages belong to other platforms.
    if (!installed[path]) return optional === true
    return installed[path].version === version && existsSync(join(root, path, 'package.json'))
  })
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Locks a folder beside package-lock.json until the release. Takes over the lock of a dead process. */
function waitForTurn() {
  const folder = join(root, '.installing')
  const holder = join(folder, 'pid')
  for (let waited = 0; ; waited += 200) {
    try {
      mkdirSync(folder)
      writeFileSync(holder, String(process.pid))
      return () => rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') {
        console.error(`The packages cannot be installed in ${root}: ${error.message}`)
        process.exit(1)
      }
    }
    // A process makes the folder first and then writes its number. A lock without a number is new, or its process died in between.
    if (waited > 1_000 && !isRunning(holder)) rmSync(folder, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function isRunning(holder) {
  try {
    process.kill(Number(readFileSync(holder, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
