import { EpochsData, EpochsQuery } from '@galx/protocol/http/bonuses'
import { PROGRAM_KEYS } from '@galx/protocol/products'
import { readAsOf } from '../../http/asOf.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute } from '../../http/route.ts'
import { listEpochs } from '../../ledger/closedEpochs.ts'
import { readBonusStatus } from '../../ledger/bonusStatus.ts'

export const epochs = defineRoute({
  method: 'GET',
  path: '/epochs',
  summary: 'Closed epochs of the bonus programs, newest first, and whether bonuses are late',
  auth: 'none',
  query: EpochsQuery,
  data: EpochsData,
  handle: async (context, { query: { before = null, limit = 20 } }) => {
    const { read, deployment } = context
    const asOf = await readAsOf(read)
    const [rows, { late }] = await Promise.all([
      listEpochs(read, deployment.epochDuration, PROGRAM_KEYS, before, limit + 1),
      readBonusStatus(read, deployment, secondsOf(context)),
    ])
    const list = rows.slice(0, limit)
    return { list, next: rows.length > limit ? list.at(-1)!.epoch : null, late, asOf }
  },
})
