/** The files of the app's pages. A page counts as built if its file exists. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HOME_PAGE } from '../../packages/protocol/src/products.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** Folders with pages, and the names of their pages. */
export function pageFolders(): { folder: string; pages: string[] }[] {
  return ['products', 'pages'].flatMap((kind) =>
    readdirSync(join(SOURCE, kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(SOURCE, kind, name))
      .map((folder) => ({
        folder,
        pages: readdirSync(folder)
          .filter((file) => file.endsWith('.page.tsx'))
          .map((file) => file.replace('.page.tsx', '')),
      }))
      .filter(({ pages }) => pages.length > 0),
  )
}

/**
 * The file of the registry's home page. The app imports it as `virtual:home-page`.
 * @throws Error if the home page is not built
 */
export function homePageFile(): string {
  const home = pageFolders().find(({ pages }) => pages.includes(HOME_PAGE))
  if (home === undefined) throw new Error(`The home page ${HOME_PAGE} has no file ${HOME_PAGE}.page.tsx`)
  return join(home.folder, `${HOME_PAGE}.page.tsx`)
}
