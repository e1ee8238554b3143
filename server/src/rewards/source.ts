/** RewardVouchers for the indexer: the programs with their vested amounts, and each account's drawn sums. */
import type { Deployment } from '@galx/protocol/deployment'
import { NO_DETAILS } from '../ledger/activityRows.ts'
import type { Member } from '../ledger/forest.ts'
import { InconsistentEventsError, type Source } from '../ledger/source.ts'
import { VOUCHER_TOPICS, decodeVoucherEvent, type VoucherEvent } from './events.ts'
import { fundedBy, type Vesting } from './vesting.ts'
import { addDraws } from './voucherDraws.ts'
import { readVoucherPrograms, writeVoucherPrograms } from './voucherPrograms.ts'

/** Tables that only this source writes. `reindex` empties them. */
export const VOUCHER_TABLES = ['voucher_draws', 'voucher_programs']

export function voucherSource({ contracts, epochDuration }: Deployment): Source<VoucherEvent> {
  return {
    name: 'RewardVouchers',
    address: contracts.RewardVouchers.address,
    topics: Object.values(VOUCHER_TOPICS),
    decoderVersion: 2,
    decode: decodeVoucherEvent,
    accountsOf: (event) => (event.kind === 'claimed' ? [event.account] : []),
    async begin(sql, { forest, timeOf, activity }, events) {
      const draws = new Map<string, { member: Member; program: bigint; amount: bigint }>()
      const programs = events.some(({ kind }) => kind !== 'claimed')
        ? await readVoucherPrograms(sql)
        : new Map<bigint, Vesting>()
      const changed = new Map<bigint, Vesting>()
      const become = (program: bigint, vesting: Vesting) => {
        programs.set(program, vesting)
        changed.set(program, vesting)
      }
      return {
        apply(event) {
          const { program, block, logIndex, txHash } = event
          const at = timeOf(block)
          if (event.kind === 'created') {
            const { budgetPerEpoch, start } = event
            const settledEpoch = Number(start / BigInt(epochDuration))
            return become(program, { budgetPerEpoch, funded: 0n, unvested: 0n, settledEpoch })
          }
          if (event.kind === 'funded') {
            const vesting = programs.get(program)
            if (!vesting)
              throw new InconsistentEventsError(`block ${block} funds the unknown program ${program}`)
            return become(program, fundedBy(vesting, event.amount, Math.floor(at / epochDuration)))
          }
          const { account, amount } = event
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
            amount,
            txHash,
            at,
            contract: 'RewardVouchers',
            kind: 'bonus',
            subject: program,
          })
        },
        write: async (writing) => {
          await Promise.all([addDraws(writing, [...draws.values()]), writeVoucherPrograms(writing, changed)])
        },
      }
    },
  }
}
