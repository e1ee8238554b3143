// @vitest-environment node
// The built app: its bytes, its size, and code that its first chunk must not contain.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, parseSync, Visitor, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BUDGETS, measureFirstRoute } from '../../build/size.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '@galx/protocol/languages'
import { textsIn } from '../allTexts.ts'
import { addPage, copyOfSources } from './copyOfSources.ts'

const web = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'galx-build-'))
/** the app as built from its own folder */
const here = join(folder, 'here')

let chunks: Rolldown.OutputChunk[]
let page: string
let version: string
/** the code of every script, by its file: chunks and workers */
let scripts: Map<string, string>

beforeAll(async () => {
  // A shell may have set NODE_ENV. The build must still have the production code.
  vi.stubEnv('NODE_ENV', 'development')
  const built = (await build({
    root: web,
    logLevel: 'silent',
    build: { outDir: here, emptyOutDir: true },
  })) as Rolldown.RolldownOutput
  vi.unstubAllEnvs()
  page = readFileSync(join(here, 'index.html'), 'utf8')
  version = readFileSync(join(here, 'version.json'), 'utf8')
  chunks = built.output.filter((item): item is Rolldown.OutputChunk => item.type === 'chunk')
  scripts = new Map(
    built.output
      .filter(({ fileName }) => fileName.endsWith('.js'))
      .map((item) => [item.fileName, item.type === 'chunk' ? item.code : String(item.source)]),
  )
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

it('has the licences of its packages, in the app and in its workers', () => {
  const notices = readFileSync(join(here, 'licenses.txt'), 'utf8')
  // The worker of the light client uses noble's curves; the rest is in the app.
  for (const name of ['react', 'react-dom', 'viem', '@base-ui/react', 'zustand', '@noble/curves'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'))
  expect(notices).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  expect(notices).not.toContain(folder)
  expect([page, ...scripts.values()].filter((text) => text.includes('licenses.txt'))).toEqual([])
})

describe('the first picture', () => {
  it('has each page’s first words from the catalogue, in each language', () => {
    for (const language of LANGUAGE_NAMES) {
      const texts = textsIn(language) as Record<string, Record<string, unknown>>
      for (const words of [
        texts['products/galx/texts']?.lead,
        texts['pages/community/texts']?.lead,
        texts['pages/start/texts']?.lead,
        texts['pages/start/texts']?.invitedTitle,
        texts['pages/preparing/texts']?.preparingText,
      ])
        expect(page).toContain(`<p>${String(words)}</p>`)
    }
    expect(page).not.toContain('first words -->')
  })

  it('waits only for the script that chooses theme, language and page', () => {
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

/** Builds the app of a web folder as a developer does. @returns the folder of the build */
function buildIn(from: string, name: string): string {
  const vite = join(web, '../node_modules/vite/bin/vite.js')
  const dist = join(folder, name)
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', dist, '--emptyOutDir'], {
    cwd: from,
    env: { PATH: process.env.PATH },
  })
  return dist
}

/** Path → hash of every file of a build. */
function hashes(dist: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(dist, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

/** A script without the hashes in other scripts' names, which change with their contents. */
function plain(dist: string, file: string) {
  return readFileSync(join(dist, file), 'utf8').replace(/-[\w-]{8}\.js/g, '.js')
}

/**
 * The bytes of gzip that a page's first words may add to index.html and its style sheet: title and lead in each language,
 * the page's name and a selector take 168 here. Before any script has run, no other request could deliver them in time.
 */
const FIRST_WORDS = 250

describe('a copy of the sources in another folder', () => {
  let app: string
  beforeAll(() => {
    app = copyOfSources(folder)
  }, 120_000)

  // Anybody can then compare a host's files with the sources, on any machine.
  it('gives the same bytes', { timeout: 240_000 }, () => {
    const there = hashes(buildIn(app, 'there'))
    expect(Object.keys(there).length).toBeGreaterThan(20)
    expect(there).toEqual(hashes(here))
  })

  it(
    'keeps /galx within its budget of bytes and requests, and another page adds no script, no request and only the page’s own first words',
    { timeout: 240_000 },
    () => {
      for (const language of LANGUAGE_NAMES) {
        const measured = measureFirstRoute(here, language)
        expect(measured.beforeFirstPaint, language).toBeLessThanOrEqual(BUDGETS.beforeFirstPaint)
        expect(measured.afterIdle, language).toBeLessThanOrEqual(BUDGETS.afterIdle)
        expect(measured.requests, language).toBeLessThanOrEqual(BUDGETS.requests)
      }

      const now = measureFirstRoute(here, 'zh_CN')
      addPage(app)
      const dist = buildIn(app, 'more')
      const more = measureFirstRoute(dist, 'zh_CN')
      const index = readFileSync(join(dist, 'index.html'), 'utf8')
      for (const { html } of Object.values(LANGUAGES))
        expect(index).toMatch(new RegExp(`data-of="guide" lang="${html}"`))
      expect(more.requests).toBe(now.requests)
      for (const part of ['beforeFirstPaint', 'afterIdle'] as const)
        expect(more.files[part].map((file) => plain(dist, file))).toEqual(
          now.files[part].map((file) => plain(here, file)),
        )
      const words = 1_000 * (more.pageAndStyles - now.pageAndStyles)
      expect(words).toBeGreaterThan(0)
      expect(words).toBeLessThanOrEqual(FIRST_WORDS)
    },
  )
})
