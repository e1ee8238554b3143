import { StatusData } from '@galx/protocol/http/status'
import { secondsOf } from '../../api/context.ts'
import { defineRoute } from '../../api/route.ts'
import { readTablesStanding } from '../tablesStanding.ts'

export const status = defineRoute({
  method: 'GET',
  path: '/status',
  summary: 'The nodes that this server asks, by host, and up to which block its tables speak',
  auth: 'none',
  data: StatusData,
  handle: async (context) => {
    const [nodes, indexer] = await Promise.all([context.nodeStandings(), readTablesStanding(context.read)])
    return { at: secondsOf(context), nodes, indexer }
  },
})
