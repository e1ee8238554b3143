/** NodePass for the indexer: who holds which pass, and from when to when it was live. */
import type { Deployment } from '@galx/protocol/deployment'
import { NO_DETAILS } from '../../ledger/activityRows.ts'
import { InconsistentEvents, type Source } from '../../ledger/source.ts'
import { PASS_TOPICS, decodePassEvent, type PassEvent } from './events.ts'
import { insertPassChanges, loadPasses, writePasses, type Pass, type PassChange } from './passes.ts'

/** Tables that only this source writes: `reindex` empties them. */
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
    async begin(sql, { forest, timeOf, activity }, events) {
      const passes = new Map<bigint, Pass>()
      for (const row of await loadPasses(sql, [...new Set(events.map(({ id }) => id))]))
        passes.set(row.id, { ...row, holder: null })
      const changed = new Set<Pass>()
      const changes: PassChange[] = []

      const known = (event: PassEvent): Pass => {
        const pass = passes.get(event.id)
        if (!pass) throw new InconsistentEvents(`block ${event.block} names the unknown pass ${event.id}`)
        changed.add(pass)
        return pass
      }
      const note = ({ holder, holderId, unbondingUntil, id }: Pass, event: PassEvent): void => {
        changes.push({
          id,
          block: event.block,
          logIndex: event.logIndex,
          at: timeOf(event.block),
          holder,
          holderId,
          live: unbondingUntil === null && (holder !== null || holderId !== null),
        })
      }
      const record = (
        event: PassEvent,
        account: string,
        kind: 'mintPass' | 'unbondPass' | 'sendPass' | 'receivePass',
        amount: bigint | null = null,
      ): void => {
        activity.push({
          ...NO_DETAILS,
          block: event.block,
          logIndex: event.logIndex,
          member: forest.member(account),
          contract: 'NodePass',
          kind,
          subject: event.id,
          amount,
          txHash: event.txHash,
          at: timeOf(event.block),
        })
      }

      return {
        apply(event) {
          switch (event.kind) {
            case 'mint': {
              if (passes.has(event.id))
                throw new InconsistentEvents(`block ${event.block} mints the pass ${event.id} twice`)
              const pass: Pass = {
                id: event.id,
                holder: forest.member(event.account),
                holderId: null,
                name: event.name,
                mintedAt: timeOf(event.block),
                unbondingUntil: null,
              }
              passes.set(event.id, pass)
              changed.add(pass)
              note(pass, event)
              record(event, event.account, 'mintPass')
              return
            }
            case 'transfer': {
              // Minting and paying back have events of their own, and a transfer to oneself moves nothing.
              if (event.from === null || event.to === null || event.from === event.to) return
              const pass = known(event)
              pass.holder = forest.member(event.to)
              note(pass, event)
              record(event, event.from, 'sendPass')
              record(event, event.to, 'receivePass')
              return
            }
            case 'rename':
              known(event).name = event.name
              return
            case 'unbonding':
            case 'unbondingCancelled': {
              const pass = known(event)
              pass.unbondingUntil = event.kind === 'unbonding' ? event.until : null
              note(pass, event)
              return
            }
            case 'unbonded': {
              const pass = known(event)
              pass.holder = null
              pass.holderId = null
              note(pass, event)
              record(event, event.account, 'unbondPass', event.bond)
            }
          }
        },
        async write(writing) {
          await writePasses(writing, [...changed])
          await insertPassChanges(writing, changes)
        },
      }
    },
  }
}
