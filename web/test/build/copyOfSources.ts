/** The app's sources in a folder of another name and depth, where a test may change them. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { LANGUAGES, type Language } from '@galx/protocol/languages'

const root = join(import.meta.dirname, '../../..')

/** A copy of the sources in `folder`. @returns its web folder */
export function copyOfSources(folder: string): string {
  const copy = join(folder, 'another/and/deeper/place')
  mkdirSync(copy, { recursive: true })
  const left = /^web[\\/](?:dist|node_modules)/
  for (const name of ['web', 'packages', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !left.test(relative(root, path)),
    })
  symlinkSync(join(root, 'web/node_modules'), join(copy, 'web/node_modules'))
  mkdirSync(join(copy, 'node_modules/@galx'), { recursive: true })
  // The app's own files are at the same paths as in any clone; the tools may be anywhere.
  const libraries = librariesOf(['web', 'packages/protocol'])
  for (const name of libraries)
    cpSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), { recursive: true })
  for (const name of packageNames())
    if (!libraries.has(name) && !name.startsWith('@galx/')) {
      mkdirSync(dirname(join(copy, 'node_modules', name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
    }
  symlinkSync(join(copy, 'packages/protocol'), join(copy, 'node_modules/@galx/protocol'))
  return join(copy, 'web')
}

function packageNames(): string[] {
  return readdirSync(join(root, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(root, 'node_modules', name)).map((one) => `${name}/${one}`)
      : [name],
  )
}

/** All dependencies of these workspaces, direct and indirect. */
function librariesOf(workspaces: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (folder: string) => {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
    for (const name of Object.keys((JSON.parse(text) as { dependencies?: object }).dependencies ?? {})) {
      if (found.has(name) || name.startsWith('@galx/') || !existsSync(join(root, 'node_modules', name)))
        continue
      found.add(name)
      visit(`node_modules/${name}`)
    }
  }
  workspaces.forEach(visit)
  return found
}

const GUIDE: Readonly<Record<Language, { title: string; lead: string }>> = {
  zh_CN: {
    title: '新手指南',
    lead: '从创建钱包到第一次质押，每一步都有说明：需要什么，会发生什么，怎样随时离开。',
  },
  en_US: {
    title: 'Guide',
    lead: 'From a new wallet to the first stake: what each step needs, what it does, and how to leave at any time.',
  },
  vi_VN: {
    title: 'Hướng dẫn',
    lead: 'Từ ví mới đến lần stake đầu tiên: mỗi bước cần gì, làm gì, và cách rút bất cứ lúc nào.',
  },
}

/** Adds a new page to the app and to the registry's lists. */
export function addPage(app: string): void {
  change(
    join(app, '../packages/protocol/src/products.ts'),
    'export const COMMON_PAGES = [',
    "export const COMMON_PAGES = ['guide', ",
  )
  const page = join(app, 'src/pages/guide')
  mkdirSync(page)
  for (const [language, { title, lead }] of Object.entries(GUIDE)) {
    const { file } = LANGUAGES[language as Language]
    const names = join(app, `src/pages/names/texts.${file}.ts`)
    change(names, 'export default {', `export default {\n  guide: '${title}',`)
    writeFileSync(join(page, `texts.${file}.ts`), `export default { title: '${title}', lead: '${lead}' }\n`)
  }
  const files = Object.entries(LANGUAGES).map(
    ([name, { file }]) => `${name}: () => import('./texts.${file}.ts')`,
  )
  writeFileSync(
    join(page, 'texts.ts'),
    `import { defineTexts } from '../../i18n/texts.ts'\nexport const guideTexts = defineTexts({ ${files.join(', ')} })\n`,
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
