/** AaaFund for the indexer: two sources, because only the token's events show the payments to the fund. */
import type { Deployment } from '@galx/protocol/deployment'
import type { Batch, Source } from '../../ledger/source.ts'
import type { Place } from '../../chain/decoding.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  DISTRIBUTION_TOPIC,
  INFLOW_TOPIC,
  decodeDistribution,
  decodeInflow,
  type FundDistribution,
  type FundInflow,
} from './events.ts'
import { insertFlows, type FundFlow } from './fundFlows.ts'

/** Tables that only this source writes. `reindex` empties them. */
export const FUND_TABLES = ['fund_flows', 'fund_totals']

function fold(kind: FundFlow['kind']) {
  return (_sql: Transaction, { timeOf }: Batch) => {
    const flows: FundFlow[] = []
    return Promise.resolve({
      apply: ({ block, logIndex, txHash, amount }: Place & { amount: bigint }) =>
        void flows.push({ block, logIndex, kind, amount, txHash, at: timeOf(block) }),
      write: (sql: Transaction) => insertFlows(sql, flows),
    })
  }
}

export function fundInflowSource({ contracts, tokens }: Deployment): Source<FundInflow> {
  return {
    name: 'AAA to AaaFund',
    address: tokens.AAA.address,
    topics: [INFLOW_TOPIC],
    recipient: contracts.AaaFund.address,
    decoderVersion: 1,
    decode: decodeInflow,
    accountsOf: () => [],
    begin: fold('inflow'),
  }
}

export function fundDistributionSource({ contracts }: Deployment): Source<FundDistribution> {
  return {
    name: 'AaaFund',
    address: contracts.AaaFund.address,
    topics: [DISTRIBUTION_TOPIC],
    decoderVersion: 1,
    decode: decodeDistribution,
    accountsOf: () => [],
    begin: fold('distribution'),
  }
}
