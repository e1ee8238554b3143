/**
 * The closed epochs that are shown and signed. If several nodes are configured and only one of them gave some blocks, another node must confirm
 * these blocks. An epoch that builds on unconfirmed blocks is neither shown nor signed.
 */
import type { Queryable } from '../platform/database/connection.ts'

/**
 * The last block before the first range that waits for another node. The end of an epoch is known only from the next block, so the next block
 * must be confirmed too.
 */
export function agreedThrough(sql: Queryable) {
  return sql`coalesce((select min(from_block) - 1 from galx.unconfirmed_ranges), (select number from galx.cursor))`
}

/** Replaces galx.epochs in a query. */
export function agreedEpochs(sql: Queryable) {
  return sql`(select * from galx.epochs where block_number < ${agreedThrough(sql)})`
}

/**
 * Whether the second set of tables would hide epochs that the first set shows. The second set hides an epoch if the block after the epoch, or
 * an earlier block, came from only one node. False for tables of another chain.
 */
export function wouldHide(sql: Queryable) {
  return sql`exists (
    select from ${agreedEpochs(sql)} shown cross join galx.cursor serving
      join galx_shadow.cursor shadow on shadow.genesis_hash = serving.genesis_hash
    where shown.block_number >= (select min(from_block) - 1 from galx_shadow.unconfirmed_ranges))`
}
