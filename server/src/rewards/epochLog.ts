/** EpochLog for the indexer: the rulesets that the timelock has logged there. */
import { toEventSelector } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { checkShape, placeOf, small, unknownEvent, word, type Place } from '../chain/decoding.ts'
import type { RawLog } from '../chain/rpc/shapes.ts'
import type { Source } from '../ledger/source.ts'
import type { Queryable } from '../platform/database/connection.ts'

type RulesetEvent = Place & { index: number; hash: string; firstEpoch: number }

const EPOCH_LOG_TOPICS = {
  rulesetAdded: toEventSelector('RulesetAdded(uint256,bytes32,uint256)'),
} as const

/** Tables that only this source writes. `reindex` empties them. */
export const EPOCH_LOG_TABLES = ['logged_rulesets']

/** @throws EventFormatError when the log has another shape */
function decodeRulesetEvent(log: RawLog): RulesetEvent {
  const { topics, data } = log
  if (topics[0] !== EPOCH_LOG_TOPICS.rulesetAdded) return unknownEvent(log)
  checkShape(log, 2, 2)
  return {
    ...placeOf(log),
    index: small(BigInt(topics[1]!), Number.MAX_SAFE_INTEGER, 'number of a ruleset'),
    hash: `0x${word(data, 0).toString(16).padStart(64, '0')}`,
    firstEpoch: small(word(data, 1), Number.MAX_SAFE_INTEGER, 'first epoch of a ruleset'),
  }
}

export function epochLogSource({ contracts }: Deployment): Source<RulesetEvent> {
  return {
    name: 'EpochLog',
    address: contracts.EpochLog.address,
    topics: Object.values(EPOCH_LOG_TOPICS),
    decoderVersion: 1,
    decode: decodeRulesetEvent,
    accountsOf: () => [],
    begin(_sql, _batch, events) {
      return Promise.resolve({
        apply() {},
        write: async (sql) => {
          await sql`
            insert into galx.logged_rulesets (place, hash, first_epoch)
            select * from unnest(
              ${events.map(({ index }) => index)}::bigint[],
              ${events.map(({ hash }) => hash)}::bytea[],
              ${events.map(({ firstEpoch }) => firstEpoch)}::bigint[])`
        },
      })
    },
  }
}

/** @returns the hash of the ruleset that EpochLog has for an epoch; null if EpochLog has none yet */
export async function readLoggedRuleset(sql: Queryable, epoch: number): Promise<string | null> {
  const [row] = await sql<{ hash: string }[]>`
    select hash from galx.logged_rulesets where first_epoch <= ${epoch} order by place desc limit 1`
  return row?.hash ?? null
}
