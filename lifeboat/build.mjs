/** Builds dist/lifeboat.html: page, style and program in one file, whose policy names both by their hashes. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const output = process.argv[2] ?? join(here, 'dist/lifeboat.html')

async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src', name)],
    absWorkingDir: join(here, '..'),
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    // The oldest wallet browsers that the app supports as well.
    target: name.endsWith('.css') ? ['chrome87', 'safari14'] : 'es2020',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  })
  // Nothing in it may end the element that holds it.
  return outputFiles[0].text.trim().replaceAll('</script', '<\\/script')
}

function sourceOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const [program, style] = await Promise.all([bundle('main.ts'), bundle('style.css')])
const policy = [
  "default-src 'none'",
  `script-src ${sourceOf(program)}`,
  `style-src ${sourceOf(style)}`,
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
const values = { policy, style, program }
const page = readFileSync(join(here, 'src/page.html'), 'utf8').replaceAll(
  /\{\{(\w+)\}\}/g,
  (_, name) => values[name],
)
mkdirSync(dirname(output), { recursive: true })
writeFileSync(output, page)
