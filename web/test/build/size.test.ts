// @vitest-environment node
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { BUDGETS, measureFirstRoute } from '../../build/size.ts'

const web = join(import.meta.dirname, '../..')
const root = join(web, '..')
const folder = mkdtempSync(join(tmpdir(), 'galx-size-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds the app of a web folder. */
function build(from: string, name: string) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const dist = join(folder, name)
  execFileSync(process.execPath, [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: from,
  })
  return { dist, ...measureFirstRoute(dist) }
}

/** A script without the hashes in other scripts' names, which change with their contents. */
function plain(dist: string, file: string) {
  return readFileSync(join(dist, file), 'utf8').replace(/-[\w-]{8}\.js/g, '.js')
}

/**
 * The bytes of gzip that a page's first words may add to index.html and its style sheet: title and lead in two languages,
 * the page's name and a selector take 168 here. Before any script has run, no other request could deliver them in time.
 */
const FIRST_WORDS = 250

/** A copy of the app, which a test may change. @returns its web folder */
function copyApp(): string {
  const copy = join(folder, 'copy')
  const app = join(copy, 'web')
  const isSource = (path: string) => !/\/(node_modules|dist)$/.test(path)
  cpSync(web, app, { recursive: true, filter: isSource })
  cpSync(join(root, 'packages'), join(copy, 'packages'), { recursive: true, filter: isSource })
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  symlinkSync(join(web, 'node_modules'), join(app, 'node_modules'))
  // All packages except our own, which the copy has itself.
  const packages = join(copy, 'node_modules')
  mkdirSync(join(packages, '@galx'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@galx') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  symlinkSync(join(copy, 'packages/protocol'), join(packages, '@galx/protocol'))
  return app
}

/** Adds a new page to the app and to the registry's lists. */
function addPage(app: string): void {
  change(
    join(app, '../packages/protocol/src/products.ts'),
    'export const COMMON_PAGES = [',
    "export const COMMON_PAGES = ['guide', ",
  )
  change(
    join(app, 'src/pages/names/texts.zh.ts'),
    'export default {',
    "export default {\n  guide: '新手指南',",
  )
  change(join(app, 'src/pages/names/texts.en.ts'), 'export default {', "export default {\n  guide: 'Guide',")
  const page = join(app, 'src/pages/guide')
  mkdirSync(page)
  writeFileSync(
    join(page, 'texts.zh.ts'),
    "export default { title: '新手指南', lead: '从创建钱包到第一次质押，每一步都有说明：需要什么，会发生什么，怎样随时离开。' }\n",
  )
  writeFileSync(
    join(page, 'texts.en.ts'),
    "export default { title: 'Guide', lead: 'From a new wallet to the first stake: what each step needs, what it does, and how to leave at any time.' }\n",
  )
  writeFileSync(
    join(page, 'texts.ts'),
    "import { defineTexts } from '../../i18n/texts.ts'\nexport const guideTexts = defineTexts({ zh_CN: () => import('./texts.zh.ts'), en_US: () => import('./texts.en.ts') })\n",
  )
  writeFileSync(
    join(page, 'guide.page.tsx'),
    "import { useTexts } from '../../i18n/useTexts.ts'\nimport { guideTexts } from './texts.ts'\nexport default function GuidePage() { return <h1>{useTexts(guideTexts).title}</h1> }\n",
  )
}

function change(file: string, from: string, to: string) {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, text.replace(from, to))
}

it(
  '/galx keeps within its budget of bytes and requests, and another page adds no script, no request and only the page’s own first words',
  { timeout: 240_000 },
  () => {
    const app = copyApp()
    const now = build(app, 'now')
    expect(now.beforeFirstPaint).toBeLessThanOrEqual(BUDGETS.beforeFirstPaint)
    expect(now.afterIdle).toBeLessThanOrEqual(BUDGETS.afterIdle)
    expect(now.requests).toBeLessThanOrEqual(BUDGETS.requests)

    addPage(app)
    const more = build(app, 'more')
    expect(readFileSync(join(more.dist, 'index.html'), 'utf8')).toContain('新手指南')
    expect(more.requests).toBe(now.requests)
    for (const part of ['beforeFirstPaint', 'afterIdle'] as const) {
      const scripts = ({ dist, files }: typeof now) => files[part].map((file) => plain(dist, file))
      expect(scripts(more)).toEqual(scripts(now))
    }
    const words = 1_000 * (more.pageAndStyles - now.pageAndStyles)
    expect(words).toBeGreaterThan(0)
    expect(words).toBeLessThanOrEqual(FIRST_WORDS)
  },
)
