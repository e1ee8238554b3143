/** The server as plain JavaScript: `node build.mjs [--outDir dist]`. Started from it, a process is up in half a second. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const { values } = parseArgs({
  options: { outDir: { type: 'string', default: join(import.meta.dirname, 'dist') } },
})
const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))

/** Of many small modules, of which few are used: these go into the build. All others are loaded from their packages. */
const BUILT_IN = ['@galx/protocol', 'viem', 'typebox', 'postgres']

await build({
  entryPoints: {
    main: join(import.meta.dirname, 'src/main.ts'),
    // A thread starts from a file of its own.
    signWorker: join(import.meta.dirname, 'src/signer/signing/signWorker.ts'),
  },
  outdir: values.outDir,
  bundle: true,
  // What a process does not need it does not load.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  external: Object.keys(dependencies).filter((name) => !BUILT_IN.includes(name)),
  logLevel: 'warning',
})
