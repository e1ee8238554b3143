/**
 * Fails the build when the first route weighs too much: what /galx needs before its first paint (the app's script, the
 * route's, and what they import), and what is fetched once the browser is idle (the sheets, the chain's reader).
 * Reads the built files themselves; sizes are gzip at level 9, in kB of 1000 bytes.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

/** The folder of the build; web/dist unless another one is named. */
const dist = process.argv[2]
  ? pathToFileURL(`${resolve(process.argv[2])}/`)
  : new URL('../dist/', import.meta.url)
const budgets = { beforeFirstPaint: 110, afterIdle: 150, requests: 6 }

/** Sources that the first route loads by itself when idle, with a wallet or without. */
const idle = [
  'src/shell/frame/ShellOverlays.tsx',
  'src/design/overlay/OverlayFrame.tsx',
  'src/core/chain/poller.ts',
  'src/core/transactions/resume.ts',
]

const read = (file) => readFileSync(new URL(file, dist))
const manifest = JSON.parse(read('.vite/manifest.json').toString())

function fileOf(source) {
  const chunk = manifest[source]
  if (chunk === undefined)
    throw new Error(`${source} is not in the build: bring web/scripts/size.mjs up to date`)
  return chunk.file
}

/** A script and all that it imports statically. */
function withImports(file, files = new Set()) {
  if (files.has(file)) return files
  files.add(file)
  for (const match of read(file)
    .toString()
    .matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
    withImports(`assets/${match[1]}`, files)
  }
  return files
}

const collect = (files) => new Set(files.flatMap((file) => [...withImports(file)]))
const weigh = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1000

const page = read('index.html').toString()
// The icon and the web app manifest are the browser's business, not the page's.
const linked = [...page.matchAll(/<(?:script|link)[^>]*(?:src|href)="\.\/([^"]+\.(?:js|css|json))"/g)].map(
  (match) => match[1],
)
const scripts = linked.filter((file) => file.endsWith('.js'))
const first = collect([...scripts, fileOf('src/routes/galx.tsx')])
const figures = {
  beforeFirstPaint: weigh(first),
  afterIdle: weigh(collect([...first, ...idle.map(fileOf)])),
  requests: new Set(['index.html', ...linked, ...first]).size,
}

let failed = false
for (const [name, budget] of Object.entries(budgets)) {
  const over = figures[name] > budget
  failed ||= over
  const figure = name === 'requests' ? String(figures[name]) : `${figures[name].toFixed(1)} kB gzip`
  console.log(`${over ? 'OVER' : 'ok'}: /galx ${name}: ${figure} of ${budget}`)
}
if (failed) {
  console.error(`Before the first paint: ${[...first].join(', ')}`)
  process.exit(1)
}
