/** Everything the indexer reads from the chain: one line for each contract that emits what our tables hold. */
import type { Deployment } from '@galx/protocol/deployment'
import { FUND_TABLES, fundDistributionSource, fundInflowSource } from '../products/aaa/source.ts'
import { LEVEL_TABLES, levelSource } from '../products/btc/source.ts'
import { PASS_TABLES, passSource } from '../products/passes/source.ts'
import { VAULT_TABLES, vaultSource } from '../products/zn/source.ts'
import { VOUCHER_TABLES, voucherSource } from '../rewards/source.ts'
import { STAKING_TABLES, stakingSource } from '../staking/source.ts'
import { asSource, type Source } from './engine/source.ts'

export function sourcesOf(deployment: Deployment): readonly Source[] {
  return [
    asSource(stakingSource(deployment)),
    asSource(vaultSource(deployment)),
    asSource(levelSource(deployment)),
    asSource(passSource(deployment)),
    asSource(fundInflowSource(deployment)),
    asSource(fundDistributionSource(deployment)),
    asSource(voucherSource(deployment)),
  ]
}

/** The tables that hold nothing but what one of the sources wrote. */
export const SOURCE_TABLES: readonly string[] = [
  ...STAKING_TABLES,
  ...VAULT_TABLES,
  ...LEVEL_TABLES,
  ...PASS_TABLES,
  ...FUND_TABLES,
  ...VOUCHER_TABLES,
]
