/** The timelock for the indexer: the announced operations that are neither executed nor cancelled yet. */
import type { Deployment } from '@galx/protocol/deployment'
import type { Source } from '../ledger/source.ts'
import { TIMELOCK_TOPICS, decodeTimelockEvent, type TimelockEvent } from './events.ts'
import { loadOperations, writeOperations, type Operation } from './operations.ts'

/** Tables that only this source writes. `reindex` empties them. */
export const TIMELOCK_TABLES = ['timelock_calls', 'timelock_operations']

export function timelockSource({ contracts }: Deployment): Source<TimelockEvent> {
  return {
    name: 'Timelock',
    address: contracts.Timelock.address,
    topics: Object.values(TIMELOCK_TOPICS),
    decoderVersion: 1,
    decode: decodeTimelockEvent,
    accountsOf: () => [],
    async begin(sql, { timeOf }, events) {
      const operations = await loadOperations(sql, [...new Set(events.map(({ id }) => id))])
      const changed = new Set<Operation>()

      /** Undefined for a batch without a call: the contract accepts such a batch, but it does nothing and has no announcement. */
      function known(event: TimelockEvent): Operation | undefined {
        const operation = operations.get(event.id)
        if (operation !== undefined) changed.add(operation)
        return operation
      }
      function end(event: TimelockEvent, state: 'done' | 'cancelled'): void {
        const operation = known(event)
        if (operation !== undefined) operation.state = state
      }
      /** An operation that was cancelled and announced again has the same identifier and the same calls. */
      function announced(event: Extract<TimelockEvent, { kind: 'scheduled' }>): Operation {
        const operation = operations.get(event.id) ?? {
          id: event.id,
          predecessor: event.predecessor,
          salt: null,
          scheduledAt: 0,
          readyAt: 0n,
          state: 'pending',
          calls: new Map(),
        }
        operations.set(event.id, operation)
        changed.add(operation)
        return operation
      }
      return {
        apply(event) {
          switch (event.kind) {
            case 'scheduled': {
              const { call, target, value, data, delay } = event
              const operation = announced(event)
              operation.scheduledAt = timeOf(event.block)
              operation.readyAt = BigInt(operation.scheduledAt) + delay
              operation.state = 'pending'
              operation.calls.set(call, { target, value, data })
              return
            }
            case 'salt': {
              const operation = known(event)
              if (operation !== undefined) operation.salt = event.salt
              return
            }
            case 'executed':
              return end(event, 'done')
            case 'cancelled':
              return end(event, 'cancelled')
          }
        },
        write: (writing) => writeOperations(writing, [...changed]),
      }
    },
  }
}
