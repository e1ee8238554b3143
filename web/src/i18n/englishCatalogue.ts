import { community } from './en_US/community.ts'
import { galx } from './en_US/galx.ts'
import { start } from './en_US/start.ts'
import { errors } from './en_US/errors.ts'
import { transactions } from './en_US/transactions.ts'
import { wallet } from './en_US/wallet.ts'
import type { Catalogue } from './catalogue.ts'
import { shell } from './en_US/shell.ts'

/** Every text in English; a chunk of its own that is loaded only when English is the language. */
export const enCatalogue: Catalogue = {
  errors,
  transactions,
  wallet,
  shell,
  galx,
  community,
  start,
}
