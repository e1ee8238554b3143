/** Every product's report of a stake is the same call under its own name. */
import type { Hex } from 'viem'
import { TransactionReportBody, TransactionReportData } from '@galx/protocol/http/transactionReport'
import type { PoolKey } from '@galx/protocol/products'
import { reportStake } from '../stakeReport.ts'
import { defineRoute, sessionOf, type Route } from '../../api/route.ts'

function stakeReport(call: string, pool: PoolKey, product: string): Route {
  return defineRoute({
    method: 'POST',
    path: `/${call}`,
    summary: `Reports a stake in ${product} that the caller’s wallet has sent, or asks where it stands`,
    auth: 'required',
    body: TransactionReportBody,
    data: TransactionReportData,
    refusals: [
      'transactionUnknown',
      'transactionForeign',
      'transactionUnrelated',
      'transactionOtherCall',
      'transactionOtherPool',
    ],
    handle: (context, { body, caller }) =>
      reportStake(context, sessionOf(caller).address, call, pool, body.txHash.toLowerCase() as Hex),
  })
}

export const galxStake = stakeReport('galxStake', 'galx', 'the GALX pool')
export const galxMcmStake = stakeReport('galxMcmStake', 'galxMcm', 'the GALX + MCM pool')
