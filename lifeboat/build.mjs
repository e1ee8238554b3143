/** Builds dist/lifeboat.html: page, style and program in one file. Its content security policy has the hashes of style and program. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
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
    // The same oldest wallet browsers as the app.
    target: name.endsWith('.css') ? ['chrome87', 'safari14'] : 'es2020',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  })
  // The text must not close its own element.
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
// No further byte stands between the tags of program and style: the hashes cover everything there.
const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GALX</title>
<style>${style}</style>
</head>
<body>
<main id="app"></main>
<script type="application/json" id="deployment">null</script>
<script>${program}</script>
</body>
</html>
`
mkdirSync(dirname(output), { recursive: true })
writeFileSync(output, page)
