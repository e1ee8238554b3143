/** Reads and drives the chain without the app. Tests compare every screen with the chain. */
import { specialAccounts, walletCalls } from './chain/calls.ts'
import { connect } from './chain/connection.ts'
import { balanceReads, decodeStake, poolLogs, poolReads } from './chain/reads.ts'
import { mining, transactionReads } from './chain/transactions.ts'
import type { StackAddress } from './stack.ts'

export { newAccount, type Account } from './chain/connection.ts'

export type Chain = ReturnType<typeof openChain>

/** Every read and call of the tests on the node. Amounts are wei. */
export function openChain(stack: StackAddress) {
  const connection = connect(stack)
  return {
    ...connection,
    ...balanceReads(connection),
    ...poolReads(connection),
    ...poolLogs(connection),
    decodeStake,
    ...mining(connection),
    ...transactionReads(connection),
    ...walletCalls(connection),
    ...specialAccounts(connection),
  }
}
