import { PoolYieldsData, PoolYieldsQuery } from '@galx/protocol/http/poolYields'
import { defineRoute } from '../../http/route.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { PERIOD_SECONDS, readPoolYields } from '../earnings.ts'

export const poolYields = defineRoute({
  method: 'GET',
  path: '/poolYields',
  summary:
    'The earnings of one staked token in a pool in each period, from final blocks and by the contract’s formula',
  auth: 'none',
  query: PoolYieldsQuery,
  data: PoolYieldsData,
  handle: async ({ deployment, read: sql }, { query }) => {
    const { pool, period = 'day', count = 30 } = query
    const deployed = deployment.pools[pool]
    if (deployed === undefined) throw new RefusalError('invalidField', 'pool')
    const found = await readPoolYields(sql, BigInt(deployed.id), PERIOD_SECONDS[period], count)
    return { pool, token: deployed.rewardToken, ...found }
  },
})
