import { Type } from 'typebox'
import type { Deployment } from '@galx/protocol/deployment'
import { AccountEpochData, EpochSchema } from '@galx/protocol/http/bonuses'
import { AddressInputSchema } from '@galx/protocol/http/common'
import { parseRulesets, rulesetOf, type Ruleset, type RulesetProgram } from '@galx/protocol/rulesets'
import { readAddress } from '../../http/address.ts'
import { readAsOf } from '../../http/asOf.ts'
import type { ApiContext } from '../../http/context.ts'
import { defineRoute } from '../../http/route.ts'
import type { Queryable } from '../../platform/database/connection.ts'
import { transact } from '../../platform/database/transaction.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { findAccount, rowsOfEpoch } from '../../ledger/accountBonuses.ts'
import { listDirect, membersCalculation, type DirectMember } from '../calculation/members.ts'
import { nodeCalculation } from '../calculation/node.ts'
import { promotionCalculation } from '../calculation/promotion.ts'
import type { EpochSpan } from '../calculation/segments.ts'
import { newestEpoch, programsOf, readEpoch } from '../../ledger/closedEpochs.ts'

/** Seconds that a network should wait while its other request is under way. */
const TURN_SECONDS = 1

export const accountEpoch = defineRoute({
  method: 'GET',
  path: '/epochs/:epoch/account/:address',
  summary:
    'How an account’s bonuses of an epoch were computed: its members, all their weights, its own weight, its points and the sum of all points. One request at a time for a network',
  auth: 'none',
  params: Type.Object({ epoch: EpochSchema, address: AddressInputSchema }),
  data: AccountEpochData,
  refusals: ['epochUnknown'],
  handle: async (context, { params, caller }) => {
    const end = await context.limits.calculationLock.acquire(caller.network)
    if (end === null) throw new RefusalError('tooManyRequests', undefined, { seconds: TURN_SECONDS })
    try {
      return await calculateAll(context, params)
    } finally {
      end()
    }
  },
})

/**
 * All reads see one block, although the indexer continues to write. Otherwise the weights could be from a block that the answer does not name.
 */
function calculateAll(
  { read, deployment }: ApiContext,
  params: { epoch: number; address: string },
): Promise<AccountEpochData> {
  return transact(read, async (transaction) => {
    await transaction`set transaction isolation level repeatable read read only`
    return calculateIn(transaction, deployment, params)
  })
}

async function calculateIn(
  read: Queryable,
  deployment: Deployment,
  params: { epoch: number; address: string },
): Promise<AccountEpochData> {
  const address = readAddress(params.address)
  const asOf = await readAsOf(read)
  const epoch = await readEpoch(read, params.epoch)
  const ruleset = rulesetOf(parseRulesets(deployment.rulesets), BigInt(params.epoch))
  if (epoch === null || ruleset === undefined) throw new RefusalError('epochUnknown')
  const [from, to] = [epoch.epoch * deployment.epochDuration, (epoch.epoch + 1) * deployment.epochDuration]
  const keys = ruleset.programs.map(({ key }) => key)
  const [account, newest] = await Promise.all([findAccount(read, address), newestEpoch(read)])
  const all = programsOf(epoch.header)
  const [rows, direct] = await Promise.all([
    rowsOfEpoch(read, address, epoch.epoch, keys),
    account === null ? { members: [], all: 0 } : listDirect(read, account, to),
  ])
  const programs = await Promise.all(
    ruleset.programs.map(async (program) => {
      const row = rows.find((one) => one.program === program.key)!
      const total = all.find((one) => one.program === program.key)
      return {
        program: program.key,
        points: row.points.toString(),
        bonus: row.bonus.toString(),
        cumulative: row.cumulative.toString(),
        allPoints: (total?.points ?? 0n).toString(),
        grantable: (total?.grantable ?? 0n).toString(),
        calculation: await calculate(read, {
          account,
          direct,
          ruleset,
          program,
          row,
          span: { from, to, firstBlock: epoch.firstBlock, lastBlock: epoch.lastBlock },
          latest: newest === epoch.epoch,
        }),
      }
    }),
  )
  return { epoch: epoch.epoch, address, from, to, hash: epoch.hash, programs, asOf }
}

type Case = {
  account: number | null
  direct: { members: DirectMember[]; all: number }
  ruleset: Ruleset
  program: RulesetProgram
  row: { points: bigint; bonus: bigint; cumulative: bigint }
  span: EpochSpan
  latest: boolean
}

function calculate(read: Queryable, { account, direct, ruleset, program, row, span, latest }: Case) {
  switch (program.rule) {
    case 'members':
      return membersCalculation(read, account, direct, program, span)
    case 'node':
      return nodeCalculation(read, account, span)
    case 'promotion':
      return promotionCalculation(read, account, direct, ruleset, row, span, latest)
  }
}
