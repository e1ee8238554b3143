/**
 * The closed epochs that are shown and signed. Where several nodes are configured and one alone gave blocks, another one has yet to confirm
 * them: an epoch that builds on such blocks is neither shown nor signed.
 */
import type { Queryable } from '../platform/database/connection.ts'

/** The last block up to which no range waits for another node. That an epoch has ended is known from the block behind it: that one counts with it. */
export function agreedThrough(sql: Queryable) {
  return sql`coalesce((select min(from_block) - 1 from galx.unconfirmed_ranges), (select number from galx.cursor))`
}

/** In the place of galx.epochs. */
export function agreedEpochs(sql: Queryable) {
  return sql`(select * from galx.epochs where block_number < ${agreedThrough(sql)})`
}

/**
 * Whether the second set of tables, serving, would hide epochs that the first one shows: because it has blocks up to the one behind their ends from
 * one node alone. Not of another chain's tables.
 */
export function wouldHide(sql: Queryable) {
  return sql`exists (
    select from ${agreedEpochs(sql)} shown cross join galx.cursor serving
      join galx_shadow.cursor shadow on shadow.genesis_hash = serving.genesis_hash
    where shown.block_number >= (select min(from_block) - 1 from galx_shadow.unconfirmed_ranges))`
}
