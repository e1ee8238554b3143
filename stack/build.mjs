/**
 * Builds the supervisor and the web server as plain JavaScript. If modules were translated when they are loaded, each start would take
 * three seconds longer.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** As deep in the repository as the folders of the sources, so that paths relative to a module stay right. */
const OUTPUT = join(import.meta.dirname, 'dist/programs')
/** Contains the fingerprint of the programs' sources. */
const MARK = join(OUTPUT, '.built-from')
/** All files and folders of the programs' sources, relative to the repository's root. */
const SOURCES = [
  'stack/src',
  'stack/build.mjs',
  'stack/package.json',
  'cli/src',
  'cli/package.json',
  'operator/src',
  'operator/plans',
  'operator/package.json',
  'server/src',
  'packages/protocol/src',
  'package-lock.json',
]

const { dependencies: own } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const { dependencies: operators } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../operator/package.json'), 'utf8'),
)
/** Packages of many small modules, of which few are used. They go into the build. All others are loaded from their packages. */
const BUILT_IN = ['@galx/protocol', '@galx/operator', '@galx/server', 'viem', 'typebox', 'postgres']
const external = Object.keys({ ...own, ...operators }).filter((name) => !BUILT_IN.includes(name))
/** Hundreds of chains, which only a rehearsal of a deployment reads. */
const RARE = 'viem/chains'

/**
 * Makes `start.js`, `serveWeb.js` and `operator.js` if their sources have changed. Replaces each file in one step, so that two stacks may
 * start at once.
 * @returns the path of `start.js`
 */
export async function buildPrograms() {
  const start = join(OUTPUT, 'start.js')
  const wanted = fingerprint()
  if (isThere(MARK, wanted)) return start
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: {
      start: join(import.meta.dirname, 'src/start.ts'),
      serveWeb: join(import.meta.dirname, 'src/web/serveWeb.ts'),
      operator: join(import.meta.dirname, '../cli/src/main.ts'),
    },
    outdir: OUTPUT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    // Each process reads its source map when it starts. Lines and names are enough for a stack trace.
    sourcesContent: false,
    // CommonJS packages in the build need `require` for Node.js's own modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    external: [...external.flatMap((name) => [name, `${name}/*`]), RARE],
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  for (const path of Object.keys(metafile.inputs))
    if (!path.startsWith('node_modules/') && !SOURCES.some((source) => path.startsWith(source)))
      throw new Error(`stack/build.mjs: the programs contain ${path}, which is not in its list of sources`)
  for (const { path, contents } of outputFiles) replace(path, contents)
  replace(MARK, wanted)
  return start
}

function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(join(root, path)).isDirectory())
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`)
    else
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(join(root, path)))
  }
  for (const source of SOURCES) add(source)
  return Buffer.from(hash.digest('hex'))
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
