/** Levels for the indexer: the level of each account that has bought a level. */
import type { Deployment } from '@galx/protocol/deployment'
import { NO_DETAILS } from '../../ledger/activityRows.ts'
import type { Member } from '../../ledger/forest.ts'
import type { Source } from '../../ledger/source.ts'
import { LEVEL_TOPICS, decodeLevelEvent, type LevelEvent } from './events.ts'
import { writeLevels } from './levels.ts'

/** Tables that only this source writes. `reindex` empties them. */
export const LEVEL_TABLES = ['levels']

export function levelSource({ contracts }: Deployment): Source<LevelEvent> {
  return {
    name: 'Levels',
    address: contracts.Levels.address,
    topics: Object.values(LEVEL_TOPICS),
    decoderVersion: 1,
    decode: decodeLevelEvent,
    accountsOf: ({ account }) => [account],
    begin(_sql, { forest, timeOf, activity }) {
      const levels = new Map<Member, { member: Member; level: number; at: number }>()
      return Promise.resolve({
        apply(event) {
          const member = forest.member(event.account)
          const at = timeOf(event.block)
          levels.set(member, { member, level: event.level, at })
          activity.push({
            ...NO_DETAILS,
            block: event.block,
            logIndex: event.logIndex,
            member,
            contract: 'Levels',
            kind: 'level',
            subject: BigInt(event.level),
            amount: event.burned,
            txHash: event.txHash,
            at,
          })
        },
        write: (sql) => writeLevels(sql, [...levels.values()]),
      })
    },
  }
}
