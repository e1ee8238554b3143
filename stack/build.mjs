/**
 * The supervisor and the web server as plain JavaScript. Translated module by module as it is loaded, each start would spend
 * three seconds on it.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

/** As deep in the repository as the folders of the sources, so that paths that begin at a module hold. */
const OUTPUT = join(import.meta.dirname, 'dist/programs')

const { dependencies: own } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const { dependencies: operators } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../operator/package.json'), 'utf8'),
)
/** Of many small modules, of which few are used: these go into the build. All others are loaded from their packages. */
const BUILT_IN = ['@galx/protocol', '@galx/operator', 'viem', 'typebox', 'postgres']
const external = Object.keys({ ...own, ...operators }).filter((name) => !BUILT_IN.includes(name))

/**
 * Makes `start.js`, `serveWeb.js` and `operator.js`, and replaces each file whole, so that two stacks may start at once.
 * @returns the path of `start.js`
 */
export async function buildPrograms() {
  const { outputFiles } = await build({
    entryPoints: {
      start: join(import.meta.dirname, 'src/start.ts'),
      serveWeb: join(import.meta.dirname, 'src/web/serveWeb.ts'),
      operator: join(import.meta.dirname, '../operator/src/main.ts'),
    },
    outdir: OUTPUT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    external: external.flatMap((name) => [name, `${name}/*`]),
    write: false,
    logLevel: 'warning',
  })
  for (const { path, contents } of outputFiles) replace(path, contents)
  return join(OUTPUT, 'start.js')
}

function replace(path, contents) {
  if (isThere(path, contents)) return
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}-${randomUUID()}`
  writeFileSync(fresh, contents)
  renameSync(fresh, path)
}

function isThere(path, contents) {
  try {
    return readFileSync(path).equals(contents)
  } catch {
    return false
  }
}
