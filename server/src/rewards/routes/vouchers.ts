import { Type } from 'typebox'
import { EpochSchema } from '@galx/protocol/http/bonuses'
import { VouchersData, VouchersQuery } from '@galx/protocol/http/vouchers'
import { PROGRAM_KEYS } from '@galx/protocol/products'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { defineRoute } from '../../http/route.ts'
import { listVouchers } from '../vouchers.ts'

const ACCOUNT = /^0x[0-9a-f]{40}$/
const PROGRAM = new RegExp(`^(?:${PROGRAM_KEYS.join('|')})$`)

export const vouchers = defineRoute({
  method: 'GET',
  path: '/vouchers/:epoch',
  summary: 'All vouchers that the signer signed at the close of an epoch. Anybody can submit any of them',
  auth: 'none',
  params: Type.Object({ epoch: EpochSchema }),
  query: VouchersQuery,
  data: VouchersData,
  handle: async ({ read, deployment }, { params: { epoch }, query: { cursor, limit = 20 } }) => {
    const [account, program] = cursor === undefined ? [] : readCursor(cursor, [ACCOUNT, PROGRAM])
    const after = account === undefined ? null : { account, program: program! }
    const rows = await listVouchers(read, epoch, after, limit + 1)
    const list = rows.slice(0, limit)
    const last = list.at(-1)
    return {
      list: list.map((row) => ({
        ...row,
        programId: deployment.programs[row.program]!.id,
        cumulative: row.cumulative.toString(),
      })),
      nextCursor: rows.length > limit && last ? writeCursor([last.account, last.program]) : null,
    }
  },
})
