/** The calls that report a transaction: one call for each report in the registry, with the same handler. */
import type { Hex } from 'viem'
import type { ErrorName } from '@galx/protocol/http/errors'
import {
  PassReportBody,
  TransactionReportBody,
  TransactionReportData,
} from '@galx/protocol/http/transactionReport'
import { PRODUCTS, type ContractName, type ServerName } from '@galx/protocol/products'
import { defineRoute, type Route } from '../../../http/route.ts'
import type { ReportedContract } from '../../../ledger/reportedCall.ts'
import { reportTransaction, type ReportCall } from '../reportTransaction.ts'

const REFUSALS: readonly ErrorName[] = [
  'transactionUnknown',
  'transactionForeign',
  'transactionUnrelated',
  'transactionOtherCall',
]

function reportRoute(call: ReportCall): Route {
  const subject = call.pool === undefined ? call.contract : `the pool ${call.pool}`
  const common = {
    method: 'POST',
    path: `/${call.name}`,
    summary: `Reports a transaction of the caller’s wallet in ${subject} (${call.functions.join(', ')}), or asks for its state`,
    auth: 'required',
    data: TransactionReportData,
  } as const
  if (call.named)
    return defineRoute({
      ...common,
      body: PassReportBody,
      refusals: [...REFUSALS, 'transactionOtherName'],
      handle: (context, { body, caller }) =>
        reportTransaction(context, caller, call, hashOf(body), body.name),
    })
  return defineRoute({
    ...common,
    body: TransactionReportBody,
    refusals: call.pool === undefined ? REFUSALS : [...REFUSALS, 'transactionOtherPool'],
    handle: (context, { body, caller }) => reportTransaction(context, caller, call, hashOf(body)),
  })
}

function hashOf({ txHash }: { txHash: string }) {
  return txHash.toLowerCase() as Hex
}

/** The report calls of one server. @param readerOf the reader of a contract's calls */
export function reportRoutes(
  server: ServerName,
  readerOf: (contract: ContractName) => ReportedContract,
): Route[] {
  return Object.values(PRODUCTS).flatMap(({ reports }) =>
    Object.entries<{ server: ServerName } & Omit<ReportCall, 'name' | 'reader'>>(reports)
      .filter(([, report]) => report.server === server)
      .map(([name, report]) => reportRoute({ ...report, name, reader: readerOf(report.contract) })),
  )
}
