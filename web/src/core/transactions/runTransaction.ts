/**
 * The entry to the one transaction machine. The heavy parts (encoding, simulation, watching) are loaded with the first
 * transaction, not with the first page.
 */
import { textsReady } from '../../i18n/texts.ts'
import { codeOf } from '../state/codeOf.ts'
import type { Intent } from './intent.ts'
import type { TransactionRecord } from './transactionStore.ts'

/**
 * Carries an intent through checks, approvals, signature and sending. The store shows each step; nothing is thrown.
 * @returns the record once the transaction is sent (stage `pending`) or has ended before that; null if another transaction is
 * running, if the ten seconds of awaitMatch are not over, if no wallet could be connected, or if the
 * machine's code does not arrive (a message says so)
 */
export function runTransaction(intent: Intent): Promise<TransactionRecord | null> {
  return sendCalls([intent])
}

/**
 * Sends several intents in order: with one confirmation if the wallet takes several calls at once
 * (EIP-5792), else one after the other, each with its own confirmation. The intents are not atomic: the wallet may carry out only some of
 * them, so each intent must be right on its own. The first intent that is refused or fails ends the sequence.
 * @returns the record of the batch, or of the last intent that was tried; null as with runTransaction
 */
export async function sendCalls(intents: readonly [Intent, ...Intent[]]): Promise<TransactionRecord | null> {
  const carryOut = await codeOf(loadMachine())
  return carryOut === null ? null : carryOut(intents)
}

/** @returns the machine's entry, with its texts */
export async function loadMachine() {
  const { carryOut } = await import('./machine.ts')
  await textsReady()
  return carryOut
}
