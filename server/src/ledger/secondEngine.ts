/** Compares this engine's epochs with the verdicts of the second engine and with the chain. */
import type { Queryable } from '../platform/database/connection.ts'

/** The name of the second engine in galx.engine_verdicts. */
export const SECOND_ENGINE = 'audit'

/** The number of newest epochs that are compared. */
const NEWEST = 500

/** @returns the number of newest epochs with two different hashes among indexer, second engine and EpochLog; a missing hash does not count */
export async function countDifferingEpochs(sql: Queryable): Promise<number> {
  const [row] = await sql<{ differing: number }[]>`
    select count(*)::int as differing
    from (select epoch, hash from galx.epochs order by epoch desc limit ${NEWEST}) e
      left join galx.engine_verdicts v on v.engine = ${SECOND_ENGINE} and v.epoch = e.epoch
      left join galx.published_epochs p on p.epoch = e.epoch
    where v.hash <> e.hash or p.hash <> e.hash`
  return row!.differing
}

export type ContradictedEpoch = { epoch: number; hash: string; published: string }

/**
 * If EpochLog has a hash and the second engine computed the same hash, this hash is final. A published hash that the second engine did not
 * compute may come from a stolen publisher's key, and an unpublished hash may be corrected: neither hash contradicts this database.
 * @returns the first closed epoch with another hash in this database; null: none
 */
export async function findContradicted(sql: Queryable): Promise<ContradictedEpoch | null> {
  const [row] = await sql<ContradictedEpoch[]>`
    select e.epoch, e.hash, p.hash as published
    from galx.epochs e
      join galx.published_epochs p on p.epoch = e.epoch and p.hash <> e.hash
      join galx.engine_verdicts v on v.engine = ${SECOND_ENGINE} and v.epoch = e.epoch and v.hash = p.hash
    order by e.epoch limit 1`
  return row ?? null
}
