/** The sources that the indexer reads from the chain: one line for each contract whose events fill our tables. */
import type { Deployment } from '@galx/protocol/deployment'
import { FUND_TABLES, fundDistributionSource, fundInflowSource } from '../products/aaa/source.ts'
import { PRICE_TABLES, priceSources } from '../products/exchange/source.ts'
import { LEVEL_TABLES, levelSource } from '../products/btc/source.ts'
import { PASS_TABLES, passSource } from '../products/passes/source.ts'
import { VAULT_TABLES, vaultSource } from '../products/zn/source.ts'
import { BONUS_TABLES } from '../rewards/engine/epochs.ts'
import { EPOCH_LOG_TABLES, epochLogSource } from '../rewards/epochLog.ts'
import { VOUCHER_TABLES, voucherSource } from '../rewards/source.ts'
import { STAKING_TABLES, stakingSource } from '../staking/source.ts'
import { TIMELOCK_TABLES, timelockSource } from '../timelock/source.ts'
import type { Source } from '../ledger/source.ts'

/** The source alone writes `tables`. */
const SOURCES: readonly { of: (deployment: Deployment) => Source; tables: readonly string[] }[] = [
  { of: stakingSource, tables: STAKING_TABLES },
  { of: vaultSource, tables: VAULT_TABLES },
  { of: levelSource, tables: LEVEL_TABLES },
  { of: passSource, tables: PASS_TABLES },
  { of: fundInflowSource, tables: FUND_TABLES },
  { of: fundDistributionSource, tables: FUND_TABLES },
  { of: voucherSource, tables: VOUCHER_TABLES },
  { of: timelockSource, tables: TIMELOCK_TABLES },
  { of: epochLogSource, tables: EPOCH_LOG_TABLES },
]

export function sourcesOf(deployment: Deployment): readonly Source[] {
  return [...SOURCES.map(({ of }) => of(deployment)), ...priceSources(deployment)]
}

/** The tables that a reindex empties. */
export const SOURCE_TABLES: readonly string[] = [
  ...new Set([...SOURCES.flatMap(({ tables }) => tables), ...PRICE_TABLES, ...BONUS_TABLES]),
]
