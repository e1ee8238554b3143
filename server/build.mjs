/**
 * The server as plain JavaScript: `node build.mjs [--outDir dist] [--watch] [more.ts ...]`. Started from it, a process is up in half a second. More files
 * are built as programs of their own beside it, under their own names. With --watch it builds again after each change, until it is stopped.
 */
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, context } from 'esbuild'

const { values, positionals } = parseArgs({
  options: {
    outDir: { type: 'string', default: join(import.meta.dirname, 'dist') },
    watch: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
/**
 * Loaded from their packages: one is a program for this machine, the others read files of their own. All else goes into the build. It is many
 * small modules, and to find and read each of them by itself took an API process half a second.
 */
const EXTERNAL = ['secp256k1', '@fastify/swagger-ui', 'ioredis']

/** For the modules that packages in CommonJS load while they run. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

const options = {
  entryPoints: {
    main: join(import.meta.dirname, 'src/main.ts'),
    // A thread starts from a file of its own.
    signWorker: join(import.meta.dirname, 'src/signer/signing/signWorker.ts'),
    ...Object.fromEntries(positionals.map((file) => [basename(file, '.ts'), resolve(file)])),
  },
  outdir: values.outDir,
  bundle: true,
  // A process does not load code that it does not need.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  // Each process reads its maps when it starts; lines and names are enough for a stack trace.
  sourcesContent: false,
  external: EXTERNAL,
  banner: { js: REQUIRE },
  logLevel: 'warning',
}

if (values.watch) await (await context(options)).watch()
else await build(options)
