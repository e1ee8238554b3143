/** Builds the web app and the server when their sources have changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A build: sources, and the folder of the result. */
export type Build = {
  /** the name in messages, such as "web app" */
  name: string
  /** all files and folders of its sources, relative to the repository's root */
  sources: readonly string[]
  /** its workspace; the build is in the workspace's folder `dist` */
  workspace: string
  /** a program of Node.js with its parameters, relative to the root; `--outDir` and the folder are added */
  program: readonly [string, ...string[]]
}

export const WEB: Build = {
  name: 'web app',
  sources: [
    'web/src',
    'web/build',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/package.json',
    'packages/protocol/src',
    'package-lock.json',
  ],
  workspace: 'web',
  program: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
}

/** One file for each process: a process that starts from its sources needs seconds to find and translate modules. */
export const SERVER: Build = {
  name: 'server',
  sources: [
    'server/src',
    'server/build.mjs',
    'server/package.json',
    'packages/protocol/src',
    'package-lock.json',
  ],
  workspace: 'server',
  program: ['server/build.mjs'],
}

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

async function fingerprint(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources)
    for await (const file of filesBelow(join(root, source)))
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file))
  return hash.digest('hex')
}

/**
 * @returns the folder of the build. A build goes to its own folder first and is moved when it is complete, so
 * that two stacks may start at once.
 * @throws with the bundler's output if the build fails
 */
export async function buildOnce(root: string, build: Build, log: (line: string) => void): Promise<string> {
  const { name, sources, workspace, program } = build
  const output = join(root, workspace, 'dist')
  const wanted = await fingerprint(root, sources)
  if ((await builtFrom(output)) === wanted) return output

  log(`building the ${name} …`)
  const fresh = `${output}-${randomUUID()}`
  const replaced = `${fresh}-replaced`
  try {
    await run(root, build, [...program.slice(1), '--outDir', fresh])
    await writeFile(join(fresh, MARK), wanted)
    // Meanwhile another start may have moved the same build into place, and may serve it. That build stays.
    let placed = false
    while (!placed && (await builtFrom(output)) !== wanted) {
      // The old build is moved before it is removed. A removal in place takes time, and could remove files of another start's new build.
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

/** @returns false if it fails with one of the given codes */
async function moved(from: string, to: string, ...codes: string[]): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function run(root: string, { name, workspace, program }: Build, parameters: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, program[0]), ...parameters], {
      cwd: join(root, workspace),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The ${name} could not be built:\n${words.trim()}`)),
    )
  })
}
