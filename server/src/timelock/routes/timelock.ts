import { MOST_OPERATIONS, TimelockData } from '@galx/protocol/http/timelock'
import { readAsOf } from '../../http/asOf.ts'
import { defineRoute } from '../../http/route.ts'
import { listPending } from '../operations.ts'

export const timelock = defineRoute({
  method: 'GET',
  path: '/timelock',
  summary:
    'Announced operations of the timelock that are neither executed nor cancelled, by date. Each identifier can be computed from its calls',
  auth: 'none',
  data: TimelockData,
  handle: async ({ read: sql }) => {
    const asOf = await readAsOf(sql)
    const rows = await listPending(sql, MOST_OPERATIONS + 1)
    return {
      list: rows.slice(0, MOST_OPERATIONS).map(({ id, predecessor, salt, scheduledAt, readyAt, calls }) => ({
        id,
        predecessor,
        salt,
        scheduledAt,
        readyAt: readyAt.toString(),
        calls: calls?.map(({ target, value, data }) => ({ target, value: value.toString(), data })) ?? null,
      })),
      more: rows.length > MOST_OPERATIONS,
      asOf,
    }
  },
})
