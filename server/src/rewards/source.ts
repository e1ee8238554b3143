/** RewardVouchers for the indexer: what each account has drawn. */
import type { Deployment } from '@galx/protocol/deployment'
import { NO_DETAILS } from '../activity/activityRows.ts'
import type { Member } from '../community/forest.ts'
import type { Source } from '../indexer/engine/source.ts'
import { VOUCHER_TOPICS, decodeVoucherEvent, type VoucherEvent } from './events.ts'
import { addDraws } from './voucherDraws.ts'

/** Tables that only this source writes: `reindex` empties them. */
export const VOUCHER_TABLES = ['voucher_draws']

export function voucherSource({ contracts }: Deployment): Source<VoucherEvent> {
  return {
    name: 'RewardVouchers',
    address: contracts.RewardVouchers.address,
    topics: Object.values(VOUCHER_TOPICS),
    decoderVersion: 1,
    decode: decodeVoucherEvent,
    accountsOf: ({ account }) => [account],
    begin({ sql, forest, timeOf, activity }) {
      const draws = new Map<string, { member: Member; program: bigint; amount: bigint }>()
      return Promise.resolve({
        apply({ program, account, amount, block, logIndex, txHash }) {
          const member = forest.member(account)
          const key = `${program}:${account}`
          const draw = draws.get(key)
          if (draw) draw.amount += amount
          else draws.set(key, { member, program, amount })
          activity.push({
            ...NO_DETAILS,
            block,
            logIndex,
            member,
            contract: 'RewardVouchers',
            kind: 'bonus',
            subject: program,
            amount,
            txHash,
            at: timeOf(block),
          })
        },
        write: () => addDraws(sql, [...draws.values()]),
      })
    },
  }
}
