/** Which accounts, passes and published epochs a comparison looks at: some drawn at random, and those that changed since the last comparison. */
import type { Address, Hex } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

/** `id`: in the tables. */
export type SampledAccount = { id: number; address: Address }

/** What EpochLog holds of an epoch, as the tables have it. */
export type PublishedEpoch = { epoch: number; hash: Hex; blockNumber: number }

/** A place is a whole number of so many parts. */
const PLACES = 2 ** 20
/** Passes drawn at random. */
const PASSES = 3
/** Published epochs drawn at random. */
const EPOCHS = 3
/** Newest epochs that are drawn from: of these the signer keeps what the timelock replaces. */
const NEWEST_EPOCHS = 400
/** Seconds since an epoch was seen in EpochLog. */
const EPOCH_SEEN_BEFORE = 60
/** Changes since the last comparison whose accounts are all returned: a log that was moved to another account shows in these two accounts alone. */
const CHANGED = 200

/**
 * Accounts that have something in a contract: drawn from each kind of holding in turn, so that the few who have a level or a voucher are drawn too.
 * One row is looked up for each, however many accounts there are.
 * @param count at most as many are drawn at random
 * @param since a block: of the accounts that have changed after it, the last `CHANGED` changes' are all returned
 * @param random from 0 to 1
 */
export async function sampleAccounts(
  sql: Queryable,
  count: number,
  since: number,
  random: () => number,
): Promise<SampledAccount[]> {
  const places = placesOf(count, random)
  // The tables' names stand in the text: a second set of tables is read by renaming them there.
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

/** Ids of passes that were minted: some at random, and the newest one. */
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
 * The newest published epoch and some others at random. An epoch that was seen in EpochLog within the last minute may have been published after the
 * block at which is compared.
 * @param at of that block, unix seconds
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

/** Those of the accounts that the tables know. */
export function findAccounts(sql: Queryable, addresses: readonly Address[]): Promise<SampledAccount[]> {
  return sql<SampledAccount[]>`
    select id, address from galx.accounts where address = any (${addresses as Address[]}::bytea[]) order by id`
}

function placesOf(count: number, random: () => number): number[] {
  return Array.from({ length: count }, () => Math.floor(random() * PLACES))
}
