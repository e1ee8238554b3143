/** The pages of the registry. A page is built if the app has a file for the page. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MENU_PAGES, PAGE_NAMES, type PageName } from '@galx/protocol/products'
import { LANGUAGES } from '@galx/protocol/languages'
import { ROOT } from './stack.ts'
import type { Language } from './texts.ts'

const FOLDERS = ['products', 'pages']
  .map((kind) => join(ROOT, 'web/src', kind))
  .flatMap((kind) => readdirSync(kind).map((name) => join(kind, name)))

function folderOf(page: PageName): string | undefined {
  return FOLDERS.find((folder) => existsSync(join(folder, `${page}.page.tsx`)))
}

/** The built pages, in the registry's order. */
export const BUILT_PAGES: readonly PageName[] = PAGE_NAMES.filter((page) => folderOf(page) !== undefined)

/** One of the pages that are not built yet, which all look the same; undefined when every page is built. */
const PREPARING_PAGE: PageName | undefined = PAGE_NAMES.find((page) => !BUILT_PAGES.includes(page))

/** Each page that looks different from the others. */
export const DISTINCT_PAGES: readonly PageName[] =
  PREPARING_PAGE === undefined ? BUILT_PAGES : [...BUILT_PAGES, PREPARING_PAGE]

/** Every page but /start, which an invitation opens. */
export const PAGES_BUT_START: readonly PageName[] = PAGE_NAMES.filter((page) => page !== 'start')

/** The pages of the menu's entries, in order, without the security entry, which a deployment may lock. */
export const MENU_LINKS: readonly PageName[] = MENU_PAGES.filter((page) => page !== 'safe')

type PageTexts = {
  title: string
  lead: string
}

/** A built page's heading and first sentence. @throws Error if the page's texts have no title or no lead */
export async function pageTexts(page: PageName, language: Language): Promise<PageTexts> {
  const file = join(folderOf(page) ?? '', `texts.${LANGUAGES[language].file}.ts`)
  const { default: texts } = (await import(pathToFileURL(file).href)) as {
    default: Partial<PageTexts> & { pages?: Partial<Record<PageName, PageTexts>> }
  }
  // A folder with several pages has each page's texts under the page's name.
  const { title, lead } = texts.pages?.[page] ?? texts
  if (title === undefined || lead === undefined) throw new Error(`/${page} has no title or lead in ${file}`)
  return { title, lead }
}
