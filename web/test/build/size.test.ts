// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { dist, ...measureFirstRoute(dist) }
}

/** A script without the hashes in the names of others, which change with their contents. */
function plain(dist: string, file: string) {
  return readFileSync(join(dist, file), 'utf8').replace(/-[\w-]{8}\.js/g, '.js')
}

it(
  '/galx keeps within its budget of bytes and requests; a page added costs it nothing',
  { timeout: 240_000 },
  () => {
    const now = build(web, 'now')
    expect(now.beforeFirstPaint).toBeLessThanOrEqual(BUDGETS.beforeFirstPaint)
    expect(now.afterIdle).toBeLessThanOrEqual(BUDGETS.afterIdle)
    expect(now.requests).toBeLessThanOrEqual(BUDGETS.requests)

    const copy = join(folder, 'copy/web')
    mkdirSync(join(folder, 'copy'))
    cpSync(web, copy, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) })
    symlinkSync(join(root, 'node_modules'), join(folder, 'copy/node_modules'))
    symlinkSync(join(web, 'node_modules'), join(copy, 'node_modules'))
    symlinkSync(join(root, 'packages'), join(folder, 'copy/packages'))
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'copy/tsconfig.base.json'))
    const page = join(copy, 'src/pages/rank')
    mkdirSync(page)
    writeFileSync(join(page, 'texts.zh.ts'), "export default { title: '节点排名', lead: '算力最高的节点' }\n")
    writeFileSync(
      join(page, 'texts.en.ts'),
      "export default { title: 'Ranking', lead: 'The most powerful nodes' }\n",
    )
    writeFileSync(
      join(page, 'texts.ts'),
      "import { defineTexts } from '../../i18n/texts.ts'\nexport const rankTexts = defineTexts({ zh_CN: () => import('./texts.zh.ts'), en_US: () => import('./texts.en.ts') })\n",
    )
    writeFileSync(
      join(page, 'rank.page.tsx'),
      "import { useTexts } from '../../i18n/useTexts.ts'\nimport { rankTexts } from './texts.ts'\nexport default function RankPage() { return <h1>{useTexts(rankTexts).title}</h1> }\n",
    )
    const more = build(copy, 'more')
    expect(more.requests).toBe(now.requests)
    const scripts = (measured: typeof now) =>
      measured.files.beforeFirstPaint.map((file) => plain(measured.dist, file))
    expect(scripts(more)).toEqual(scripts(now))
  },
)
