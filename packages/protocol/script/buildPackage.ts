/**
 * The package for integrators: JavaScript with types, in a folder with a manifest of its own. The workspaces do not use it. They import the
 * sources, so that nothing must be built before a test.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const WORKSPACE = join(import.meta.dirname, '..')
const ROOT = join(WORKSPACE, '../..')

type Manifest = {
  name: string
  version: string
  description: string
  dependencies: Record<string, string>
}

/** @param folder is replaced; its name is free, its contents are what `npm publish` takes */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const project = join(WORKSPACE, 'tsconfig.build.json')
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', folder], { stdio: 'inherit' })
  const { name, version, description, dependencies } = readJson(join(WORKSPACE, 'package.json')) as Manifest
  const { license, engines } = readJson(join(ROOT, 'package.json')) as { license: string; engines: object }
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines,
    exports: { './*': { types: './*.d.ts', default: './*.js' } },
    files: ['**/*.js', '**/*.d.ts'],
    // Newer versions too: two copies of viem in a program would have types that do not fit.
    dependencies: Object.fromEntries(Object.entries(dependencies).map(([key, exact]) => [key, `^${exact}`])),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(WORKSPACE, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
