/** Whether the second set gives each epoch the hash that was published. What is published is final: tables that differ never serve. */
import type { Queryable } from '../../platform/database/connection.ts'
import { FatalError } from '../../platform/faults.ts'

type PublishedHash = { epoch: number; hash: string }

/** What was published of epochs, by the chain's own word. */
export type Publications = {
  /** Keeps in the tables what is published by now: each closing is held against it, with the second engine's word. */
  keep(sql: Queryable): Promise<void>
  /** @returns what was published up to a final block, the block included: what was replaced by then is as it was replaced */
  at(block: number): Promise<readonly PublishedHash[]>
}

/** The chain, read again, gives another hash than the published one. */
export class NotReproducedError extends FatalError {
  override name = 'NotReproducedError'
}

/** The chain, read again, gives tables that differ from the contracts: a node left logs out, or changed them. */
export class ContractsDifferError extends FatalError {
  override name = 'ContractsDifferError'
}

/** @throws NotReproducedError that names the first epoch of which the second set has another hash than the published one, or none */
export async function assertReproduced(sql: Queryable, { at }: Pick<Publications, 'at'>): Promise<void> {
  const [cursor] = await sql<{ number: number }[]>`select number from galx_shadow.cursor`
  if (cursor === undefined) return
  const published = await at(cursor.number)
  const [first] = await sql<{ epoch: number; hash: string; own: string | null }[]>`
    select p.epoch, p.hash, e.hash as own
    from unnest(
        ${published.map(({ epoch }) => epoch)}::bigint[], ${published.map(({ hash }) => hash)}::bytea[]
      ) as p (epoch, hash)
      left join galx_shadow.epochs e on e.epoch = p.epoch
    where e.hash is distinct from p.hash order by p.epoch limit 1`
  if (first === undefined) return
  const { epoch, hash, own } = first
  throw new NotReproducedError(
    `epoch ${epoch} ${own === null ? 'is not closed here' : `comes to ${own}`}, and EpochLog holds ${hash} at block ${cursor.number}. ` +
      'The tables are not exchanged; the old ones serve on. A false hash is replaced by the timelock: then run "reindex" again, which ' +
      'goes on with what was read. If the hash is right, the nodes are wrong: name others, drop the schema galx_shadow, run "reindex" again',
  )
}
