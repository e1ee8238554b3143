import { basename, dirname, join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import { LANGUAGES } from '../../packages/protocol/src/languages.ts'
import { CHIPS, HOME_PAGE } from '../../packages/protocol/src/products.ts'
import { pageFolders } from './pageFiles.ts'

const SOURCE = join(import.meta.dirname, '../src')

type Texts = Record<string, unknown>
type Words = {
  of: string
  first: string
  second: string
}

async function textsIn(folder: string, file: string): Promise<Texts> {
  const path = join(folder, file)
  const { module } = await runnerImport<{ default: Texts }>(path, { configFile: false, logLevel: 'silent' })
  return module.default
}

function text(texts: Texts, key: string, folder: string): string {
  const value = texts[key]
  if (typeof value !== 'string')
    throw new Error(`${basename(dirname(folder))}/${basename(folder)}: its texts have no ${key}`)
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}

/** The title and lead of each page, and the words for unbuilt pages, for a failed start and for old browsers. */
async function wordsIn(file: string): Promise<Words[]> {
  const words: Words[] = []
  for (const { folder, pages } of pageFolders()) {
    const texts = await textsIn(folder, file)
    for (const page of pages) {
      // A folder with several pages has the texts of each page under the page's name.
      const own = ((texts.pages as Record<string, Texts> | undefined)?.[page] ?? texts) as Texts
      const lead = text(own, 'lead', folder)
      words.push({ of: page, first: `<p>${text(own, 'title', folder)}</p>`, second: lead })
      if (typeof own.invitedTitle === 'string')
        words.push({ of: 'invited', first: `<p>${text(own, 'invitedTitle', folder)}</p>`, second: lead })
    }
  }
  const preparing = join(SOURCE, 'pages/preparing')
  const instead = await textsIn(preparing, file)
  const frame = join(SOURCE, 'shell')
  const shell = await textsIn(frame, file)
  const again = `<a href="./">${text(shell, 'reload', frame)}</a>`
  words.push({ of: 'other', first: '<i></i>', second: text(instead, 'preparingText', preparing) })
  words.push({
    of: 'old',
    first: `<p>${text(instead, 'oldBrowser', preparing)}</p>`,
    second: text(instead, 'oldBrowserText', preparing),
  })
  words.push({
    of: 'failed',
    first: `<p>${text(shell, 'pageFailed', frame)}</p>`,
    second: `${text(shell, 'chunkFailedText', frame)} ${again}`,
  })
  return words
}

/**
 * Puts each page's first words into index.html, in each language, with the rules that show only the words of the requested
 * page. Names languages, pages and home page on the tag of public/boot.js, which finds the requested page in the address.
 */
export function firstWords(): Plugin {
  return {
    name: 'galx-first-words',
    transform(code, id) {
      if (!id.endsWith('/src/shell/boot.css')) return undefined
      const shown = [...pageFolders().flatMap(({ pages }) => pages), 'invited', 'other', 'failed', 'old']
      const rules = shown.map((page) => `html[data-page='${page}'] [data-of='${page}']`).join(',\n')
      const chips = CHIPS.flatMap(({ pages }) => pages).map(
        (page) => `html[data-page='${page}'] .boot .boot-chips`,
      )
      const others = Object.values(LANGUAGES).map(
        ({ html }) => `html[lang='${html}'] .boot-words:not([lang='${html}'])`,
      )
      return code
        .replace("html[lang='…'] .boot-words:not([lang='…'])", others.join(',\n'))
        .replace("html[data-page='…'] [data-of='…']", rules)
        .replace("html[data-page='…'] .boot .boot-chips", chips.join(',\n'))
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(page) {
        const blocks = await Promise.all(
          Object.values(LANGUAGES).map(async ({ file, html }) =>
            (await wordsIn(`texts.${file}.ts`)).map(
              ({ of, first, second }) =>
                `<div class="boot-words" data-of="${of}" lang="${html}">${first}<p>${second}</p></div>`,
            ),
          ),
        )
        const languages = Object.entries(LANGUAGES).map(([name, { html }]) => `${name}:${html}`)
        const names = pageFolders().flatMap(({ pages }) => pages)
        return page
          .replace('<!-- first words -->', blocks.flat().join('\n          '))
          .replace(
            '<script src="./boot.js"',
            `<script src="./boot.js" data-home="${HOME_PAGE}" data-languages="${languages.join(' ')}" data-pages="${names.join(' ')}"`,
          )
      },
    },
  }
}
