/** A page's order to the transaction machine (runTransaction). The machine does everything else. */
import type { TokenSymbol } from '@galx/protocol/products'
import type { HexString } from '@galx/protocol/webConfig'
import type { NextStep, OutcomeFact, Spend } from './calls/callFile.ts'
import type { IntendedCall } from './calls/index.ts'
import type { Problem } from './problem.ts'
import type { PreviewLine, Title } from './title.ts'

/** A part of the intent that would fail, and is therefore left out. */
export type LeftOut = {
  /** wei, decimal */
  amount: string
  token: TokenSymbol
  /** the reason */
  problem: Problem
}

export type Plan = {
  call: IntendedCall
  /** tokens that the call takes by allowance: the machine checks balances, and asks for a permit or an exact approval */
  spends: Spend[]
  /** the expected result, shown while the person signs */
  preview?: readonly PreviewLine[]
  /** replaces the title of the intent (`describe`), if less is sent than was intended */
  title?: string | Title
  /** the parts that are not sent, shown with the reason before anything is signed */
  leftOut?: readonly LeftOut[]
  /** stored with the transaction: see TransactionRecord */
  facts?: Readonly<Record<string, string>>
  /** replaces the next step of the call's file, while the linked intent after this one is missing */
  next?: NextStep
}

export type Intent = {
  /** one line for the sheet and the list: "Stake 1,500 GALX". A string stays in its own language, a Title follows the app's language */
  describe(): string | Title
  /** @param earlier of a linked intent: the outcome of the intent before it; absent before that one is confirmed */
  prepare(account: HexString, earlier?: readonly OutcomeFact[]): Plan | Promise<Plan>
  /**
   * Reports a transaction to a server, once a node knows the transaction. A failed report changes nothing about the transaction.
   * @returns false if the server's own node does not know the transaction yet: the report is then repeated
   */
  report?(hash: HexString): Promise<boolean>
  /** runs after the receipt of a successful transaction and a refresh of the chain store */
  done?(): void
}
