import { BonusesData, BonusesQuery, BonusHistoryData, BonusHistoryQuery } from '@galx/protocol/http/bonuses'
import type { ProgramKey } from '@galx/protocol/products'
import { readAddress } from '../../http/address.ts'
import { readAsOf } from '../../http/asOf.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute } from '../../http/route.ts'
import { listHistory, readGrants } from '../../ledger/accountBonuses.ts'
import { readBonusStatus } from '../../ledger/bonusStatus.ts'
import { vouchersOf } from '../vouchers.ts'

export const bonuses = defineRoute({
  method: 'GET',
  path: '/bonuses',
  summary:
    'The total that each program has granted an account, with the signed vouchers, and whether bonuses are late',
  auth: 'none',
  query: BonusesQuery,
  data: BonusesData,
  handle: async (context, { query }) => {
    const { read, deployment } = context
    const address = readAddress(query.address)
    const asOf = await readAsOf(read)
    const [grants, vouchers, status] = await Promise.all([
      readGrants(read, address),
      vouchersOf(read, address, Object.keys(deployment.programs) as ProgramKey[]),
      readBonusStatus(read, deployment, secondsOf(context)),
    ])
    return {
      address,
      programs: Object.entries(deployment.programs).map(([key, { id }]) => {
        const grant = grants.find(({ program }) => program === key)
        const voucher = vouchers.find(({ program }) => program === key)
        return {
          program: key as ProgramKey,
          programId: id,
          cumulative: asOf && (grant?.cumulative ?? 0n).toString(),
          epoch: grant?.epoch ?? null,
          voucher:
            voucher === undefined
              ? null
              : {
                  cumulative: voucher.cumulative.toString(),
                  deadline: voucher.deadline,
                  signersNonce: voucher.signersNonce,
                  signature: voucher.signature,
                  coSignature: voucher.coSignature,
                },
        }
      }),
      ...status,
      asOf,
    }
  },
})

export const bonusHistory = defineRoute({
  method: 'GET',
  path: '/bonusHistory',
  summary: 'The epochs in which an account has points or a bonus in a program, newest first',
  auth: 'none',
  query: BonusHistoryQuery,
  data: BonusHistoryData,
  handle: async ({ read, deployment }, { query }) => {
    const { program, before = null, limit = 20 } = query
    const address = readAddress(query.address)
    const asOf = await readAsOf(read)
    const rows = await listHistory(read, address, program, deployment.epochDuration, before, limit + 1)
    const list = rows.slice(0, limit)
    return { list, next: rows.length > limit ? list.at(-1)!.epoch : null, asOf }
  },
})
