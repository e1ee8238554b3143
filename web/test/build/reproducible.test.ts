// @vitest-environment node
// The build gives the same bytes on any machine, so that anybody can compare a host's files with the sources.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** A copy of the sources, in a folder of another name and depth; libraries are linked. */
function copyOfSources(folder: string): string {
  const copy = join(folder, 'another/and/deeper/place')
  mkdirSync(copy, { recursive: true })
  const left = /^web[\\/](?:dist|node_modules)/
  for (const name of ['web', 'packages', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !left.test(relative(root, path)),
    })
  symlinkSync(join(root, 'web/node_modules'), join(copy, 'web/node_modules'))
  mkdirSync(join(copy, 'node_modules/@galx'), { recursive: true })
  // The app's own files are at the same paths as in any clone; the tools may be anywhere.
  const libraries = librariesOf(['web', 'packages/protocol'])
  for (const name of libraries)
    cpSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), { recursive: true })
  for (const name of packageNames())
    if (!libraries.has(name) && !name.startsWith('@galx/')) {
      mkdirSync(dirname(join(copy, 'node_modules', name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
    }
  symlinkSync(join(copy, 'packages/protocol'), join(copy, 'node_modules/@galx/protocol'))
  return copy
}

function packageNames(): string[] {
  return readdirSync(join(root, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(root, 'node_modules', name)).map((one) => `${name}/${one}`)
      : [name],
  )
}

/** All dependencies of these workspaces, direct and indirect. */
function librariesOf(workspaces: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (folder: string) => {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
    for (const name of Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {})) {
      if (found.has(name) || name.startsWith('@galx/') || !existsSync(join(root, 'node_modules', name)))
        continue
      found.add(name)
      visit(`node_modules/${name}`)
    }
  }
  workspaces.forEach(visit)
  return found
}

/** Path → hash of every file that the build in `sources` writes. */
function built(sources: string, outDir: string): Record<string, string> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--outDir', outDir, '--emptyOutDir'],
    {
      cwd: join(sources, 'web'),
      env: { PATH: process.env.PATH },
    },
  )
  return Object.fromEntries(
    readdirSync(outDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(outDir, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

it('gives the same bytes when it runs twice, in different folders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-build-'))
  try {
    const here = built(root, join(folder, 'one'))
    const there = built(copyOfSources(folder), join(folder, 'two'))
    expect(Object.keys(here).length).toBeGreaterThan(20)
    expect(there).toEqual(here)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
