import { community } from './zh_CN/community.ts'
import { galx } from './zh_CN/galx.ts'
import { start } from './zh_CN/start.ts'
import { errors } from './zh_CN/errors.ts'
import { transactions } from './zh_CN/transactions.ts'
import { wallet } from './zh_CN/wallet.ts'
import { shell } from './zh_CN/shell.ts'

/** Every text of the app in Chinese, the language that is always loaded. One namespace a line, one file each. */
export const zhCatalogue = {
  errors,
  transactions,
  wallet,
  shell,
  galx,
  community,
  start,
}

/** Widens the literal texts, so that another language may differ in wording but not in keys or parameters. */
type Wide<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : { readonly [Key in keyof T]: Wide<T[Key]> }

/** What every language has to provide: no key may be missing, none may be added. */
export type Catalogue = Wide<typeof zhCatalogue>

/** One namespace of the catalogue, for typing the English file: `export const shell: Namespace<'shell'> = { … }`. */
export type Namespace<Key extends keyof Catalogue> = Catalogue[Key]
