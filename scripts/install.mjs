// Installs the packages when they are missing or older than the lock file. Needs nothing but Node.js and npm.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const mark = join(root, 'node_modules', '.installed-from')
const lockFolder = join(root, '.installing')

const isInstalled = () => {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return { wanted, installed: existsSync(mark) && readFileSync(mark, 'utf8') === wanted }
}

/**
 * Runs `npm ci` unless what is installed was installed from this very lock file. Two programs started at once do not pull
 * the packages from under each other: the second waits for the first.
 */
export function installPackages() {
  if (isInstalled().installed) return
  takeInstallLock()
  try {
    const { wanted, installed } = isInstalled()
    if (installed) return
    console.log('installing packages …')
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (npm.status !== 0) {
      console.error('npm ci failed: the packages could not be installed (see above).')
      rmSync(lockFolder, { recursive: true, force: true })
      process.exit(1)
    }
    writeFileSync(mark, wanted)
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

/** Waits while a living process installs; what a killed one left is taken over. */
function takeInstallLock() {
  for (;;) {
    try {
      mkdirSync(lockFolder)
      writeFileSync(join(lockFolder, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!holderLives()) rmSync(lockFolder, { recursive: true, force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
  }
}

function holderLives() {
  const path = join(lockFolder, 'pid')
  // A folder without a number was made this very moment, or by a process that died just then.
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  if (!pid) return Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 5_000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
