import { codeOf } from '../state/codeOf.ts'
import type { Intent } from './intent.ts'
import { loadMachine } from './runTransaction.ts'
import type { TransactionRecord } from './transactionStore.ts'

/**
 * Sends two intents of which the second uses what the first one gives: a swap, and a stake of what it gave. Both go in one confirmation if the
 * wallet carries out all calls or none (EIP-5792). Else the second intent waits until the first one is confirmed.
 * @param before the confirmed transaction of the first intent, if only the second one is left
 * @returns as sendCalls
 */
export async function sendLinked(
  intents: readonly Intent[],
  before: TransactionRecord | null = null,
): Promise<TransactionRecord | null> {
  const carryOut = await codeOf(loadMachine())
  return carryOut === null ? null : carryOut(intents, { before })
}
