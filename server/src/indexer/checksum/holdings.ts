/**
 * Compares every holding of accounts, page by page. If a node assigns a log to another account, no figure of a contract as a whole changes, and
 * accounts chosen at random rarely include the other account. But if every holding and every sum in the tables equals the contracts, no account
 * outside the tables has a holding. Levels alone have no sum.
 */
import { figures, type Expected, type Figure } from '@galx/protocol/checksum'
import { checkedPools, checkedPrograms, holdingReads, type ChecksumRead } from '@galx/protocol/checksumReads'
import type { Deployment } from '@galx/protocol/deployment'
import type { Address } from 'viem'
import type { Queryable } from '../../platform/database/connection.ts'

/** The number of accounts of a page. One POST asks for the holdings of most pages. */
const ACCOUNTS = 300

/** `last`: id of the last account of a full page; null if no account follows. */
export type HoldingsPage = { last: number | null; reads: ChecksumRead[]; expected: Figure<Expected>[] }

type Row = {
  address: Address
  kind: 'stake' | 'shares' | 'level' | 'pass' | 'drawn'
  /** the pool, pass or program */
  of: bigint
  value: bigint
}

/**
 * @param since a block: only accounts with a change after this block; -1: all accounts
 * @param after id of the last account of the previous page
 */
export async function readHoldings(
  sql: Queryable,
  deployment: Deployment,
  { since, after }: { since: number; after: number },
): Promise<HoldingsPage> {
  const accounts =
    since < 0
      ? await sql<{ id: number }[]>`
          select id from galx.accounts where id > ${after} order by id limit ${ACCOUNTS}`
      : await sql<{ id: number }[]>`
          select id from (
            select account_id as id from galx.activity where block_number > ${since}
            union select account_id from galx.weight_changes where block_number > ${since}
          ) changed where id > ${after} order by id limit ${ACCOUNTS}`
  const ids = accounts.map(({ id }) => id)
  const rows = await sql<Row[]>`
    select a.address, held.kind, held.of, held.value
    from galx.accounts a
      cross join lateral (
        select 'stake' as kind, p.pool as of, w.weight as value
          from galx.pool_accounts w join galx.pools p on p.id = w.pool_id where w.account_id = a.id and w.weight > 0
        union all select 'shares', 0, shares from galx.vault_accounts where account_id = a.id and shares > 0
        union all select 'level', 0, level from galx.levels where account_id = a.id
        union all select 'pass', id, coalesce(unbonding_until, 0) from galx.passes where holder_id = a.id
        union all select 'drawn', program, drawn from galx.voucher_draws where account_id = a.id
      ) held
    where a.id = any (${ids}::bigint[])
    order by a.id`
  const holdings = rows.flatMap((row) => holdingOf(deployment, row))
  return {
    last: ids.length === ACCOUNTS ? ids.at(-1)! : null,
    reads: holdings.map(({ read }) => read),
    expected: holdings.flatMap(({ expected }) => expected),
  }
}

function holdingOf(
  deployment: Deployment,
  { address, kind, of, value }: Row,
): { read: ChecksumRead; expected: Figure<Expected>[] }[] {
  const reads = holdingReads(deployment)
  switch (kind) {
    case 'stake': {
      const others = { positions: 'unknown', gifts: 'unknown', earned: 'unknown' } as const
      return checkedPools(deployment)
        .filter(({ id }) => id === of)
        .map(({ key }) => ({
          read: reads.stake(address, key),
          expected: figures.stake<Expected>(address, key, { weight: value, ...others }),
        }))
    }
    case 'shares':
      return [{ read: reads.shares(address), expected: figures.shares<Expected>(address, value) }]
    case 'level':
      return [{ read: reads.level(address), expected: figures.level<Expected>(address, value, 'unknown') }]
    case 'pass':
      return [{ read: reads.pass(of), expected: figures.pass<Expected>(of, address, value) }]
    case 'drawn':
      return checkedPrograms(deployment)
        .filter(({ id }) => id === of)
        .map(({ key }) => ({
          read: reads.drawn(address, [key]),
          expected: figures.drawn<Expected>(address, key, value),
        }))
  }
}
