/**
 * Measures the first route from the built files: the JavaScript that /galx needs before its first paint, the
 * JavaScript that it has loaded once the browser is idle, and index.html with its style sheets. Fetched
 * data is not counted. The build, the tests and the benchmark all measure with this module. Sizes are gzip at level 9.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LANGUAGES, type Language } from '../../packages/protocol/src/languages.ts'

/** kB (1000 bytes) of gzipped JavaScript, and requests of any kind. */
export const BUDGETS = { beforeFirstPaint: 104, afterIdle: 142, requests: 6 }

/**
 * Sources that the first route loads by itself when idle, with or without a wallet, before any touch. The code for an
 * account's bonuses and for the value of a claim loads with the account and is not among them.
 */
const IDLE = [
  'src/shell/frame/ShellOverlays.tsx',
  'src/core/chain/poller.ts',
  'src/core/chain/poolReaders.ts',
  'src/app/translatedPage.ts',
  'src/app/startRest.ts',
]

export type FirstRoute = {
  /** the scripts of each stage, relative to the build's folder */
  files: { beforeFirstPaint: string[]; afterIdle: string[] }
  /** kB of gzipped JavaScript only */
  beforeFirstPaint: number
  /** the same plus the JavaScript that loads when idle */
  afterIdle: number
  /** kB of gzip: index.html and its style sheets */
  pageAndStyles: number
  requests: number
}

/**
 * @param dist the build's folder
 * @param language the language whose texts are counted
 * @throws Error if the build lacks a source that is named here
 */
export function measureFirstRoute(dist: string, language: Language): FirstRoute {
  const read = (file: string) => readFileSync(join(dist, file))
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<
    string,
    { file: string } | undefined
  >
  const fileOf = (source: string) => {
    const chunk = manifest[source]
    if (chunk === undefined)
      throw new Error(`${source} is not in the build: bring web/build/size.ts up to date`)
    return chunk.file
  }
  /** A script and all its static imports. */
  const withImports = (file: string, files = new Set<string>()) => {
    if (files.has(file)) return files
    files.add(file)
    const imports = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g
    for (const [, name] of read(file).toString().matchAll(imports)) withImports(`assets/${name}`, files)
    return files
  }
  const collect = (files: string[]) => [...new Set(files.flatMap((file) => [...withImports(file)]))]
  const weigh = (files: string[]) =>
    files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1000

  const page = read('index.html').toString()
  // The browser requests the icon and the web app manifest, not the page.
  const linked = [...page.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file as string,
  )
  const { html, file: ending } = LANGUAGES[language]
  const texts = new RegExp(`data-texts="(?:[^"]* )?${html}:\\./([^ "]+)`).exec(page)?.[1]
  if (texts === undefined) throw new Error('index.html names no texts of the first route')
  const first = collect([...linked.filter((file) => file.endsWith('.js')), texts])
  const all = collect([...first, ...[...IDLE, `src/core/transactions/texts.${ending}.ts`].map(fileOf)])
  return {
    files: { beforeFirstPaint: first, afterIdle: all },
    beforeFirstPaint: weigh(first),
    afterIdle: weigh(all),
    pageAndStyles: weigh(['index.html', ...linked.filter((file) => file.endsWith('.css'))]),
    requests: new Set(['index.html', ...linked, ...first]).size,
  }
}
