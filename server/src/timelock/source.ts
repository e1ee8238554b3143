/** The timelock for the indexer: what it has announced and not done or cancelled yet. */
import type { Deployment } from '@galx/protocol/deployment'
import { InconsistentEvents, type Source } from '../indexer/engine/source.ts'
import { TIMELOCK_TOPICS, decodeTimelockEvent, type TimelockEvent } from './events.ts'
import { loadOperations, writeOperations, type Operation } from './operations.ts'

/** Tables that only this source writes: `reindex` empties them. */
export const TIMELOCK_TABLES = ['timelock_calls', 'timelock_operations']

export function timelockSource({ contracts }: Deployment): Source<TimelockEvent> {
  return {
    name: 'Timelock',
    address: contracts.Timelock.address,
    topics: Object.values(TIMELOCK_TOPICS),
    decoderVersion: 1,
    decode: decodeTimelockEvent,
    accountsOf: () => [],
    async begin({ sql, timeOf }, events) {
      const operations = await loadOperations(sql, [...new Set(events.map(({ id }) => id))])
      const changed = new Set<Operation>()

      function known(event: TimelockEvent): Operation {
        const operation = operations.get(event.id)
        if (operation === undefined)
          throw new InconsistentEvents(
            `block ${event.block} ends an operation ${event.id} that nobody announced`,
          )
        changed.add(operation)
        return operation
      }
      /** One that was cancelled and announced again has the same identifier and the same calls. */
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
            case 'salt':
              known(event).salt = event.salt
              return
            case 'executed':
              known(event).state = 'done'
              return
            case 'cancelled':
              known(event).state = 'cancelled'
          }
        },
        write: () => writeOperations(sql, [...changed]),
      }
    },
  }
}
