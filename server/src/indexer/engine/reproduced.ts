/** Checks that the second set gives each epoch its published hash. Published hashes are final, so tables that differ never serve. */
import type { Queryable } from '../../platform/database/connection.ts'
import { FatalError } from '../../platform/faults.ts'

type PublishedHash = { epoch: number; hash: string }

/** The published hashes of epochs, read from the chain. */
export type Publications = {
  /** Stores the hashes that are published now. Each close of an epoch is compared with them and with the second engine's verdict. */
  keep(sql: Queryable): Promise<void>
  /** @returns the hashes that were published up to and in a final block. For a replaced hash, the replacement is returned */
  at(block: number): Promise<readonly PublishedHash[]>
}

/** After reading the chain again, the hash of an epoch differs from the published hash. */
export class NotReproducedError extends FatalError {
  override name = 'NotReproducedError'
}

/** Reading the chain again gives tables that differ from the contracts: a node left logs out, or changed them. */
export class ContractsDifferError extends FatalError {
  override name = 'ContractsDifferError'
}

/** @throws NotReproducedError that names the first epoch whose hash in the second set is missing or differs from the published hash */
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
    `epoch ${epoch} ${own === null ? 'is not closed here' : `has the hash ${own} here`}, but EpochLog has ${hash} at block ${cursor.number}. ` +
      'The tables are not exchanged; the old tables stay in use. A false hash is replaced by the timelock: then run "reindex" again, which ' +
      'continues from the blocks that were read. If the hash is right, the nodes are wrong: name others, drop the schema galx_shadow, run "reindex" again',
  )
}
