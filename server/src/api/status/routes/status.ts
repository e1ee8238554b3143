import { StatusData } from '@galx/protocol/http/status'
import { secondsOf } from '../../../http/context.ts'
import { defineRoute } from '../../../http/route.ts'
import { readBonusStatus } from '../../../ledger/bonusStatus.ts'
import { readTablesStatus } from '../tablesStatus.ts'

export const status = defineRoute({
  method: 'GET',
  path: '/status',
  summary:
    'The nodes that this server asks, by host, the last block of its tables, and the last epoch with signed bonuses',
  auth: 'none',
  data: StatusData,
  handle: async (context) => {
    const at = secondsOf(context)
    const [nodes, indexer, bonuses] = await Promise.all([
      context.nodeStatuses(),
      readTablesStatus(context.read),
      readBonusStatus(context.read, context.deployment, at),
    ])
    return { at, nodes, indexer, bonuses }
  },
})
