/** What a page gives to the transaction machine (runTransaction). The machine does everything else. */
import type { TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { Spend } from './calls/callFile.ts'
import type { IntendedCall } from './calls/index.ts'
import type { Problem } from './problem.ts'
import type { PreviewLine, Title } from './title.ts'

/** A part of the intent that would fail, and is therefore not sent with the rest. */
export type LeftOut = {
  /** wei, decimal */
  amount: string
  token: TokenSymbol
  /** why */
  problem: Problem
}

export type Plan = {
  call: IntendedCall
  /** tokens the call takes by allowance: the machine checks balances, asks for a permit or an exact approval */
  spends: Spend[]
  /** what it is expected to bring, shown while it is signed */
  preview?: readonly PreviewLine[]
  /** in place of the intent's line, where less is sent than was intended */
  title?: string | Title
  /** what is not sent, shown with its reason before anything is signed */
  leftOut?: readonly LeftOut[]
  /** kept with the transaction: see TransactionRecord */
  facts?: Readonly<Record<string, string>>
}

export type Intent = {
  /** one line for the sheet and the list: "Stake 1,500 GALX"; a text stays in the language of its moment, a Title does not */
  describe(): string | Title
  prepare(account: HexString): Plan | Promise<Plan>
  /**
   * Reports to a server a transaction that a node knows. A convenience: its failure changes nothing about the transaction.
   * @returns false when the server's own node does not know it yet, so that it is reported again
   */
  report?(hash: HexString): Promise<boolean>
  /** after the receipt of a successful transaction and a refresh of the chain store */
  done?(): void
}
