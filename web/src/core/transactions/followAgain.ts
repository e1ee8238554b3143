import { codeOf } from '../state/codeOf.ts'
import { notify } from '../state/effects.ts'
import { endedTitle } from './title.ts'
import { transactionTexts } from './texts.ts'
import { type TransactionRecord, useTransactionStore } from './transactionStore.ts'

/** Follows a transaction after a reload. Shows the result in a toast, because the transaction's sheet may be closed. */
export async function followAgain({ id, batch }: TransactionRecord): Promise<void> {
  if (batch) await codeOf(import('./watchBatch.ts')).then((code) => code?.watchBatch(id))
  else await codeOf(import('./watch.ts')).then((code) => code?.watch(id))
  await transactionTexts.ready()
  const { list, currentId } = useTransactionStore.getState()
  const record = list.find((item) => item.id === id)
  if (record === undefined || record.finishedAt === null || currentId === id) return
  const texts = transactionTexts.current()
  notify(`${endedTitle(record.title, texts)} · ${texts.stage[record.stage]}`, {
    kind: record.stage === 'confirmed' ? 'success' : 'error',
  })
}
