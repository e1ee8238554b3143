import { AccountActivityQuery, ActivityData } from '@galx/protocol/http/activity'
import { readAddress } from '../../http/address.ts'
import { readAsOf } from '../../http/asOf.ts'
import { readPosition, writePosition } from '../../http/cursor.ts'
import { defineRoute } from '../../http/route.ts'
import { countActivity } from '../activityList.ts'
import { readActivityPage } from '../activityPage.ts'

/** Contains only the chain's final logs, and no reports of the account. */
export const accountActivity = defineRoute({
  method: 'GET',
  path: '/accountActivity',
  summary:
    'The actions of an account in final blocks, or only one kind or one product, newest first. Reports of the account’s browser are left out',
  auth: 'none',
  query: AccountActivityQuery,
  data: ActivityData,
  handle: async ({ read: sql, catalogue }, { query }) => {
    const { address, cursor, limit = 20, ...filter } = query
    const account = readAddress(address)
    const after = cursor === undefined ? null : readPosition(cursor)
    const [asOf, page, total] = await Promise.all([
      readAsOf(sql),
      readActivityPage(sql, catalogue, account, { after, limit, filter }),
      countActivity(sql, account),
    ])
    return {
      list: page.items,
      total: asOf && total,
      nextCursor: page.next === null ? null : writePosition(page.next),
      asOf,
    }
  },
})
