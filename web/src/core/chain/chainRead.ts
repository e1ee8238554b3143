/** The type of a read of the chain. A reader carries the read out (poolReaders.ts and its like). */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { OwnCall } from './answered.ts'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'

type View = 'view' | 'pure'

/**
 * Adds a read of a view function. All reads that wait at the same time go into one Multicall3 call.
 * Rejects if the contract refuses the call, or if no node answers.
 */
export type ReadView = <
  const Contract extends Abi,
  Name extends ContractFunctionName<Contract, View>,
  Args extends ContractFunctionArgs<Contract, View, Name> & readonly unknown[],
>(
  target: HexString,
  abi: Contract,
  functionName: Name,
  args: Args,
) => Promise<ContractFunctionReturnType<Contract, View, Name, Args>>

export type ReadContext = {
  config: WebConfig
  /** the connected account, lower case; the zero address for a read without an account */
  account: HexString
  read: ReadView
  /** For reads that are expensive for a node. They go into separate calls, a few in each call, so that a refused call does not fail other reads. */
  readHeavy: ReadView
  /** the number of this poll's block, for a separate request */
  block(): Promise<HexString>
  /** Keeps the answer to a separate request at that block, so that the answer is compared like all other answers. */
  record(call: OwnCall): void
  /** the time of this poll's block, unix seconds */
  time(): Promise<number>
  /** true if readers must not use remembered values: after a transaction, on focus, and once a minute */
  thorough: boolean
}

export type Reader<T> = (context: ReadContext) => Promise<T>

export type ChainRead<T> = {
  /** distinguishes this read from every other read */
  readonly key: string
  /** whether the read needs a connected account; it is then repeated when the account changes */
  readonly ofAccount: boolean
  /** loads the reader's code, together with the poller and not with the first page */
  load(): Promise<Reader<T>>
}
