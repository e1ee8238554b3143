/** The call of a reported transaction, decoded from its data. The reader of each contract is in the folder of its product. */
import type { Abi, Hex } from 'viem'
import type { ActivityItem } from '@galx/protocol/http/activity'

export type ReportedCall = {
  functionName: string
  /** the kind that the history will show */
  kind: ActivityItem['kind']
  /** StakingPools: the pool; null elsewhere */
  pool: bigint | null
  /** Levels: the level; NodePass: the pass that is sent; null elsewhere */
  subject: bigint | null
  /** wei of the product's token; null if the call does not contain an amount */
  amount: bigint | null
  /** NodePass: the name of the pass that is minted; null elsewhere */
  name: string | null
}

export type ReportedContract = {
  /** the ABI for the names of the contract's errors */
  abi: Abi
  /** null for data that is not a call that can be reported */
  read(input: Hex): ReportedCall | null
}

/** The fields that most calls do not use. */
export const NO_DETAILS = { pool: null, subject: null, amount: null, name: null } as const
