/** Chooses accounts, passes and published epochs for a comparison: some at random, and the accounts that changed since the last comparison. */
import type { Address, Hex } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

/** `id`: the account's id in the tables. */
export type SampledAccount = { id: number; address: Address }

/** EpochLog's entry of an epoch, from the tables. */
export type PublishedEpoch = { epoch: number; hash: Hex; blockNumber: number }

/** Random places are whole numbers from 0 to below this number. */
const PLACES = 2 ** 20
/** The number of passes that are chosen at random. */
const PASSES = 3
/** The number of published epochs that are chosen at random. */
const EPOCHS = 3
/** Epochs are chosen from this many newest epochs. If the timelock replaces a hash of these epochs, the signer replaces the stored hash too. */
const NEWEST_EPOCHS = 400
/** Seconds for which an epoch is not chosen after the signer has first seen the epoch in EpochLog. */
const EPOCH_SEEN_BEFORE = 60
/**
 * The accounts of this many newest changes since the last comparison are all returned. If a node assigns a log to another account, only these
 * two accounts show the fault.
 */
const CHANGED = 200

/**
 * Accounts that have a holding in a contract. The kinds of holdings take turns, so that the few accounts with a level or a voucher are chosen too.
 * Each choice reads one row, for any number of accounts.
 * @param count the largest number of accounts that are chosen at random
 * @param since a block: the accounts of the last `CHANGED` changes after this block are all returned
 * @param random from 0 to 1
 */
export async function sampleAccounts(
  sql: Queryable,
  count: number,
  since: number,
  random: () => number,
): Promise<SampledAccount[]> {
  const places = placesOf(count, random)
  // The statement's text contains the tables' names. To read the second set of tables, the names in the text are replaced.
  return sql<SampledAccount[]>`
    with drawn as (select place, turn from unnest(${places}::bigint[]) with ordinality as one (place, turn)),
    found as (
      (select account_id, 0 as turn from galx.activity where block_number > ${since}
        order by block_number desc, log_index desc limit ${CHANGED})
      union all
      select (select account_id from galx.pool_accounts
        where account_id >= (select max(account_id) from galx.pool_accounts) * place / ${PLACES}::bigint order by account_id limit 1), 1
      from drawn where turn % 2 = 0
      union all
      select (select account_id from galx.vault_accounts
        where account_id >= (select max(account_id) from galx.vault_accounts) * place / ${PLACES}::bigint order by account_id limit 1), 1
      from drawn where turn % 4 = 1
      union all
      select (select account_id from galx.voucher_draws
        where account_id >= (select max(account_id) from galx.voucher_draws) * place / ${PLACES}::bigint order by account_id limit 1), 1
      from drawn where turn % 8 = 3
      union all
      select (select account_id from galx.levels
        where account_id >= (select max(account_id) from galx.levels) * place / ${PLACES}::bigint order by account_id limit 1), 1
      from drawn where turn % 8 = 7
    )
    select id, address from galx.accounts
    where id in (select account_id from found where account_id is not null group by 1 order by min(turn) limit ${CHANGED + count})
    order by id`
}

/** Ids of minted passes: some at random, and the newest. */
export async function samplePasses(sql: Queryable, random: () => number): Promise<bigint[]> {
  const places = placesOf(PASSES, random)
  const rows = await sql<{ id: bigint }[]>`
    select distinct id from (
      select (
        select id from galx.passes where id >= ceil((select max(id) from galx.passes) * place / ${PLACES}::bigint) order by id limit 1
      ) as id
      from unnest(${[...places, PLACES]}::bigint[]) place
    ) drawn where id is not null order by id`
  return rows.map(({ id }) => id)
}

/**
 * The newest published epoch and some others at random. Epochs that were first seen in EpochLog within the last minute are left out: they
 * may have been published after the compared block.
 * @param at time of the compared block, unix seconds
 */
export async function sampleEpochs(
  sql: Queryable,
  at: number,
  random: () => number,
): Promise<PublishedEpoch[]> {
  const places = placesOf(EPOCHS, random)
  return sql<PublishedEpoch[]>`
    with known as (
      select epoch, hash, block_number from galx.published_epochs
      where published_at < ${at - EPOCH_SEEN_BEFORE} order by epoch desc limit ${NEWEST_EPOCHS}
    ), ends as (select min(epoch) as first, max(epoch) as last from known)
    select epoch, hash, block_number as "blockNumber" from known
    where epoch in (
      select first + (last - first) * place / ${PLACES}::bigint
      from ends cross join unnest(${[...places, PLACES]}::bigint[]) as place
    ) order by epoch`
}

/** The accounts among the addresses that the tables contain. */
export function findAccounts(sql: Queryable, addresses: readonly Address[]): Promise<SampledAccount[]> {
  return sql<SampledAccount[]>`
    select id, address from galx.accounts where address = any (${addresses as Address[]}::bytea[]) order by id`
}

function placesOf(count: number, random: () => number): number[] {
  return Array.from({ length: count }, () => Math.floor(random() * PLACES))
}
