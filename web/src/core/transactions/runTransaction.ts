/**
 * The way into the one transaction machine. What is heavy (encoding, simulation, watching) is loaded with the first
 * transaction, not with the first page.
 */
import { textsReady } from '../../i18n/texts.ts'
import { codeOf } from '../state/codeOf.ts'
import type { Intent } from './intent.ts'
import type { TransactionRecord } from './transactionStore.ts'

/**
 * Carries an intent through checks, approvals, signature and sending. The store shows each step; nothing is thrown.
 * @returns the record once the transaction is sent (stage `pending`) or has ended before that; null when another one is
 * under way, when the ten seconds of awaitMatch are not over, when no wallet could be connected, or when the
 * machine's code does not arrive (a message says so)
 */
export function runTransaction(intent: Intent): Promise<TransactionRecord | null> {
  return sendCalls([intent])
}

/**
 * Carries several intents to the chain, in their order: in one confirmation where the wallet takes several calls at once
 * (EIP-5792), else one after the other, each with its own. Nothing holds them together: the wallet may carry out some and not the
 * others, so each one has to be right on its own. The first one that is refused or fails ends the row.
 * @returns the record of the batch, or of the last intent that was tried; null as with runTransaction
 */
export async function sendCalls(intents: readonly [Intent, ...Intent[]]): Promise<TransactionRecord | null> {
  const run = await codeOf(loadMachine())
  return run === null ? null : run(intents)
}

async function loadMachine() {
  const { run } = await import('./machine.ts')
  await textsReady()
  return run
}
