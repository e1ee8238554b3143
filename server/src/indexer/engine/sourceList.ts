/** The sources that filled the tables. Tables from other sources lack events, or contain events that no contract emitted. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../../platform/database/connection.ts'
import { FatalError } from '../../platform/faults.ts'
import type { Source } from '../../ledger/source.ts'

export class SourcesChangedError extends FatalError {
  override name = 'SourcesChangedError'
}

/** The contract, the events and the decoder decide which rows a source's logs become. */
function fingerprintOf({ address, topics, recipient, decoderVersion }: Source): string {
  return `0x${createHash('sha256')
    .update(JSON.stringify([address, [...topics].sort(), recipient ?? null, decoderVersion]))
    .digest('hex')}`
}

/** One fingerprint for the chain, contracts, events, decoders and rules (`Epochs.rules`) that fill the tables. */
export function fingerprintOfAll(genesisHash: string, sources: readonly Source[], rules: string): string {
  return createHash('sha256')
    .update(
      JSON.stringify([genesisHash, rules, ...sources.map((source) => [source.name, fingerprintOf(source)])]),
    )
    .digest('hex')
}

/** Called once, in the transaction of the first range. */
export async function writeSources(sql: Queryable, sources: readonly Source[]): Promise<void> {
  await sql`
    insert into galx.indexer_sources (name, fingerprint)
    select * from unnest(
      ${sources.map(({ name }) => name)}::text[],
      ${sources.map(fingerprintOf)}::bytea[])`
}

/**
 * Compares the sources of this program with the sources that filled the tables.
 * @throws SourcesChangedError that names each difference
 */
export async function assertSources(sql: Queryable, sources: readonly Source[]): Promise<void> {
  const rows = await sql<{ name: string; fingerprint: string }[]>`
    select name, fingerprint from galx.indexer_sources`
  const stored = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
  const differences = sources.flatMap((source) => {
    const fingerprint = stored.get(source.name)
    stored.delete(source.name)
    if (fingerprint === undefined) return [`${source.name} was not read`]
    return fingerprint === fingerprintOf(source)
      ? []
      : [`${source.name} was read at another address, with other events or another decoder`]
  })
  differences.push(...[...stored.keys()].map((name) => `${name} is no longer read`))
  if (differences.length)
    throw new SourcesChangedError(
      `the tables were filled from other sources: ${differences.join('; ')}. Run "reindex"`,
    )
}
