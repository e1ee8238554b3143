/** The check's input, and its ways to read. */
import type { AccountProgram } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'
import type { Rpc } from './chainAnswers.ts'

type Hex = `0x${string}`

export type CheckInput = {
  account: string
  epoch: number
  /** unix seconds, as shown */
  from: number
  to: number
  /** as shown; the check compares everything with it */
  shown: AccountProgram
  /** the block at which the shown latest weights stand; null: not known */
  block: number | null
  /** the last epoch before in which the account has a row; null: none; undefined: not known */
  previous: number | null | undefined
  apiUrl: string
  rpcUrl: string
  chainId: number
  genesisHash: string
  contracts: Record<
    'StakingPools' | 'ZnVault' | 'NodePass' | 'RewardVouchers' | 'EpochLog' | 'Multicall3',
    Hex
  >
  /** of the program, as /config.json has it */
  programId: string
  rulesets: readonly RulesetJson[]
}

export type Sources = {
  /** the text behind a URL; null where there is none (404). @throws where the server does not answer */
  text(url: string): Promise<string | null>
  rpc: Rpc
  now(): number
}
