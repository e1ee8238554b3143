// @vitest-environment node
// The built app: code that its first chunk must not contain.
import { join } from 'node:path'
import { build, parseSync, Visitor, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chineseTexts, englishTexts } from '../allTexts.ts'

let chunks: Rolldown.OutputChunk[]
let page: string
let version: string
/** the code of every script, by its file: chunks and workers */
let scripts: Map<string, string>

beforeAll(async () => {
  // A shell may have it set. The build has the production code all the same.
  vi.stubEnv('NODE_ENV', 'development')
  const root = join(import.meta.dirname, '../..')
  const built = (await build({
    root,
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  const index = built.output.find(({ fileName }) => fileName === 'index.html')
  page = index?.type === 'asset' ? String(index.source) : ''
  const named = built.output.find(({ fileName }) => fileName === 'version.json')
  version = named?.type === 'asset' ? String(named.source) : ''
  chunks = built.output.filter((item): item is Rolldown.OutputChunk => item.type === 'chunk')
  scripts = new Map(
    built.output
      .filter(({ fileName }) => fileName.endsWith('.js'))
      .map((item) => [item.fileName, item.type === 'chunk' ? item.code : String(item.source)]),
  )
}, 120_000)
afterAll(() => vi.unstubAllEnvs())

/** Source files of the scripts that index.html names, and of all their static imports. */
function initialModules(): string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set<string>()
  const visit = (fileName: string) => {
    if (seen.has(fileName)) return
    seen.add(fileName)
    byFile.get(fileName)?.imports.forEach(visit)
  }
  for (const [fileName] of page.matchAll(/assets\/[\w.-]+\.js/g)) visit(fileName)
  return [...seen].flatMap((fileName) => byFile.get(fileName)?.moduleIds ?? [])
}

it('has React’s production code, also if NODE_ENV is development', () => {
  const react = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => /node_modules\/(?:react|react-dom|scheduler)\//.test(id))
  expect(react).not.toHaveLength(0)
  expect(react.filter((id) => id.includes('development'))).toEqual([])
})

describe('the first picture', () => {
  it('has each page’s first words from the catalogue, in both languages', () => {
    for (const texts of [chineseTexts, englishTexts] as Record<string, Record<string, unknown>>[])
      for (const words of [
        texts['products/galx/texts']?.lead,
        texts['pages/community/texts']?.lead,
        texts['pages/start/texts']?.lead,
        texts['pages/start/texts']?.invitedTitle,
        texts['pages/preparing/texts']?.preparingText,
      ])
        expect(page).toContain(`<p>${String(words)}</p>`)
    expect(page).not.toContain('first words -->')
  })

  it('waits for no script but the one that chooses theme, language and page', () => {
    const running = [...page.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(running).toHaveLength(1)
    expect(running[0]).toMatch(/^<script src="\.\/boot\.js"/)
    const ahead = [...page.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(ahead.map((href) => href?.replace(/-[\w-]+\.js$/, ''))).toEqual([
      // the bundler's own helpers, 0.4 kB
      './assets/rolldown',
      './assets/app',
    ])
    // An open page compares this file with its own script.
    expect(JSON.parse(version)).toEqual({ start: ahead[1] })
  })
})

describe('the first chunk', () => {
  it('the demo wallet’s code is in no initial chunk', () => {
    const initial = initialModules()
    expect(initial.some((id) => id.includes('/src/shell/App.tsx'))).toBe(true)
    // openDemoPanel.ts is the entry: two dynamic imports.
    const demo = initial.filter((id) => id.includes('/src/demo/') && !id.includes('openDemoPanel'))
    expect(demo).toEqual([])
    expect(
      chunks.some(({ moduleIds }) => moduleIds.some((id) => id.includes('/src/demo/demoProvider'))),
    ).toBe(true)
  })

  it('the chain library, the transaction machine and the schemas are in no initial chunk', () => {
    const unwanted =
      /node_modules\/(?:viem|typebox|@noble)\/|\/src\/core\/transactions\/machine|\/src\/core\/chain\/poller/
    expect(initialModules().filter((id) => unwanted.test(id))).toEqual([])
  })

  it('the gallery of components is in no chunk', () => {
    expect(chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.includes('/web/gallery/'))).toEqual(
      [],
    )
  })

  it('viem’s full clients are in no chunk at all', () => {
    const fat = /viem\/.*\/clients\/create(?:Public|Wallet)Client/
    expect(chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => fat.test(id))).toEqual([])
  })
})

/** Calls such as `f?.(...list, last)` and `o?.f(...list, last)`, where a spread argument is not the last. */
function spreadsOfOptionalCalls(code: string): string[] {
  const found: string[] = []
  new Visitor({
    CallExpression({ optional, callee, arguments: given, start, end }) {
      const isOptional = optional || (callee.type === 'MemberExpression' && callee.optional)
      if (isOptional && given.slice(0, -1).some(({ type }) => type === 'SpreadElement'))
        found.push(code.slice(start, end))
    },
  }).visit(parseSync('script.js', code).program)
  return found
}

describe('the oldest wallet WebViews', () => {
  it('meet no optional call that Chrome gets wrong up to version 90', () => {
    // https://issues.chromium.org/issues/42201552
    expect(spreadsOfOptionalCalls('f?.(...a,b);o?.f(...a,b);f?.(b,...a);f(...a,b)')).toEqual([
      'f?.(...a,b)',
      'o?.f(...a,b)',
    ])
    expect([...scripts.keys()].filter((file) => file.includes('worker'))).toHaveLength(2)
    expect([...scripts.values()].flatMap(spreadsOfOptionalCalls)).toEqual([])
  })
})
