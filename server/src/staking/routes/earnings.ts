import { EarningsData, EarningsQuery } from '@galx/protocol/http/earnings'
import { readAddress } from '../../http/address.ts'
import { defineRoute } from '../../http/route.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { PERIOD_SECONDS, readEarnings } from '../earnings.ts'

export const earnings = defineRoute({
  method: 'GET',
  path: '/earnings',
  summary:
    'The earnings of an account’s weight in one pool in each period, from final blocks and by the contract’s formula',
  auth: 'none',
  query: EarningsQuery,
  data: EarningsData,
  handle: async ({ deployment, read: sql }, { query }) => {
    const { pool, period = 'day', count = 30 } = query
    const deployed = deployment.pools[pool]
    if (deployed === undefined) throw new RefusalError('invalidField', 'pool')
    const account = readAddress(query.address)
    const found = await readEarnings(sql, account, BigInt(deployed.id), PERIOD_SECONDS[period], count)
    return { pool, token: deployed.rewardToken, ...found }
  },
})
