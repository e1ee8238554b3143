/** What a feature hands to the transaction machine (runTransaction): prepare, describe, done. Nothing else is a feature's business. */
import type { HexString } from '@galx/protocol/webConfig'
import type { Catalogue } from '../../i18n/catalogue.ts'
import type { IntendedCall, Spend } from './calls.ts'

export interface Plan {
  call: IntendedCall
  /** tokens the call takes by allowance: the machine checks balances, asks for a permit or an exact approval */
  spends: Spend[]
}

export interface Intent {
  /** one line for the sheet and the list: "Stake 1,500 GALX"; kept with the transaction in the language of the moment */
  describe(texts: Catalogue): string
  prepare(account: HexString): Plan | Promise<Plan>
  /**
   * Tells a server of a transaction that a node knows. A convenience: its failure changes nothing about the transaction.
   * @returns false when the server's own node does not know it yet, so that it is told again
   */
  report?(hash: HexString): Promise<boolean>
  /** after the receipt of a successful transaction and a refresh of the chain store */
  done?(): void
}
