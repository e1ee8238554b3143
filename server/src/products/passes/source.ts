/** NodePass for the indexer: the holder of each pass, and the times in which the pass was live. */
import type { Deployment } from '@galx/protocol/deployment'
import type { Source } from '../../ledger/source.ts'
import { PASS_TOPICS, decodePassEvent, type PassEvent } from './events.ts'
import { PassFold } from './fold.ts'
import { loadPasses, type Pass } from './passes.ts'

/** Tables that only this source writes. `reindex` empties them. */
export const PASS_TABLES = ['passes', 'pass_changes']

export function passSource({ contracts }: Deployment): Source<PassEvent> {
  return {
    name: 'NodePass',
    address: contracts.NodePass.address,
    topics: Object.values(PASS_TOPICS),
    decoderVersion: 1,
    decode: decodePassEvent,
    accountsOf: (event) => {
      if (event.kind === 'transfer') return [event.from, event.to].filter((address) => address !== null)
      return 'account' in event ? [event.account] : []
    },
    async begin(sql, batch, events) {
      const passes = new Map<bigint, Pass>()
      for (const row of await loadPasses(sql, [...new Set(events.map(({ id }) => id))]))
        passes.set(row.id, { ...row, holder: null })
      return new PassFold(batch, passes)
    },
  }
}
