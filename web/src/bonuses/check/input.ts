/** The check's input, and its ways to read. */
import type { AccountProgram, BonusOfProgram } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'
import type { Rpc } from './chainAnswers.ts'

type Hex = `0x${string}`

export type CheckInput = {
  account: string
  epoch: number
  /** unix seconds, as shown */
  from: number
  to: number
  /** the page's figures; the check compares everything with them */
  shown: AccountProgram
  /** the block of the latest weights on the page; null: not known */
  block: number | null
  /** the last epoch before this epoch in which the account has a row; null: no such epoch; undefined: not known */
  previous: number | null | undefined
  /** the account's newest voucher of the program, and the last epoch that granted something; undefined: not known */
  newest: Pick<BonusOfProgram, 'voucher' | 'epoch'> | undefined
  apiUrl: string
  rpcUrl: string
  chainId: number
  genesisHash: string
  contracts: Record<
    'StakingPools' | 'ZnVault' | 'NodePass' | 'RewardVouchers' | 'EpochLog' | 'Multicall3',
    Hex
  >
  /** the program's id in /config.json */
  programId: string
  rulesets: readonly RulesetJson[]
}

export type Sources = {
  /** the text behind a URL; null if the server has no such file (404). @throws Error if the server does not answer */
  text(url: string): Promise<string | null>
  rpc: Rpc
  now(): number
}
