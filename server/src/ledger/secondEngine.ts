/** The engine whose verdicts decide beside this one, and whether the two and the chain agree. */
import type { Queryable } from '../platform/database/connection.ts'

/** Its name in galx.engine_verdicts. */
export const SECOND_ENGINE = 'audit'

/** Newest epochs that are looked at: three weeks of hours. */
const NEWEST = 500

/** @returns how many of the newest epochs have two different hashes among indexer, second engine and EpochLog; a missing one is none */
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
 * A hash that EpochLog has and the second engine computed is the epoch's, for good. A published one that the second engine does not have is a
 * stolen publisher's, and an unpublished one may be corrected: neither contradicts anything.
 * @returns the first closed epoch that has another hash here; null: none
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
