/** What a read of the chain is: named here, carried out by a reader (poolReaders.ts, balanceReaders.ts). */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { OwnCall } from './answered.ts'
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'

type View = 'view' | 'pure'

/**
 * One more read of a view function. All reads of all readers that are waiting at the same time go in one Multicall3 call.
 * Rejects when the contract refuses the call, or when no node answers.
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
  /** the connected account, lower case; of a read that is not of an account, the zero address */
  account: HexString
  read: ReadView
  /**
   * The same for reads that are expensive for a node. They go in separate calls, a few in each, so that a refused call does not fail
   * other reads.
   */
  readHeavy: ReadView
  /** the number of this poll's block, for a separate request */
  block(): Promise<HexString>
  /** Keeps the answer to a separate request at that block, so that it is compared like all other answers. */
  record(call: OwnCall): void
  /** the block's time of this poll, unix seconds */
  time(): Promise<number>
  /** true when the caller cannot rely on what it remembers: after a transaction, on focus, and once a minute */
  thorough: boolean
}

export type Reader<T> = (context: ReadContext) => Promise<T>

export type ChainRead<T> = {
  /** distinguishes it from every other read */
  readonly key: string
  /** whether it needs a connected account; it is then read again when the account changes */
  readonly ofAccount: boolean
  /** the code that reads it, which comes with the poller and not with the first page */
  load(): Promise<Reader<T>>
}
