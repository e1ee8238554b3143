/** Builds the web app when its sources have changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** All that a build is made of, relative to the repository's root. */
const SOURCES = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'packages/protocol/src',
  'package-lock.json',
]
const MARK = '.built-from'

async function* filesBelow(path: string): AsyncGenerator<string> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null)
  if (entries === null) {
    if (existsSync(path)) yield path
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name))
    else yield join(path, entry.name)
  }
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for await (const file of filesBelow(join(root, source)))
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file))
  return hash.digest('hex')
}

/**
 * @returns the folder of the built site. A build goes to a folder of its own and is moved into place when it is whole, so
 * that two stacks may start at once.
 * @throws with the bundler's words when the build fails
 */
export async function buildWeb(root: string, log: (line: string) => void): Promise<string> {
  const output = join(root, 'web/dist')
  const wanted = await fingerprint(root)
  if ((await builtFrom(output)) === wanted) return output

  log('building the web app …')
  const fresh = join(root, `web/dist-${randomUUID()}`)
  const replaced = `${fresh}-replaced`
  try {
    await run(root, ['node_modules/vite/bin/vite.js', 'build', '--outDir', fresh, '--logLevel', 'warn'])
    await writeFile(join(fresh, MARK), wanted)
    // Another start may have put the same build there meanwhile, and serve it: then that one stays.
    let placed = false
    while (!placed && (await builtFrom(output)) !== wanted) {
      // Moved, not removed: a removal takes its time, and would go on in the folder that another start puts there.
      await rm(replaced, { recursive: true, force: true })
      await moved(output, replaced, 'ENOENT')
      placed = await moved(fresh, output, 'ENOTEMPTY', 'EEXIST')
    }
    return output
  } finally {
    for (const folder of [fresh, replaced]) await rm(folder, { recursive: true, force: true })
  }
}

function builtFrom(folder: string): Promise<string> {
  return readFile(join(folder, MARK), 'utf8').catch(() => '')
}

/** @returns false if it fails in one of the given ways */
async function moved(from: string, to: string, ...codes: string[]): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function run(root: string, [script, ...parameters]: [string, ...string[]]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...parameters], {
      cwd: join(root, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web app could not be built:\n${words.trim()}`)),
    )
  })
}
