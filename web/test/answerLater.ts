import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { runTransaction } from '../src/core/transactions/runTransaction.ts'
import type { TransactionRecord } from '../src/core/transactions/transactionStore.ts'

/**
 * Delays the wallet's answer to the next transaction. The test has mocked runTransaction.
 * @returns a function that sends the transaction
 */
export function answerLater(): () => Promise<void> {
  let resolve: (record: TransactionRecord) => void
  const sent = new Promise<TransactionRecord>((settle) => {
    resolve = settle
  })
  vi.mocked(runTransaction).mockReturnValueOnce(sent)
  return () =>
    act(async () => resolve({ hash: '0x1', sentAt: 1 } as Partial<TransactionRecord> as TransactionRecord))
}
