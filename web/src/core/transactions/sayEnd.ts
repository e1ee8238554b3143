import { notify } from '../state/effects.ts'
import { titleText } from './title.ts'
import { transactionTexts } from './texts.ts'
import { useTransactionStore } from './transactionStore.ts'

/** Says what became of a transaction that was followed again after a reload. Where its sheet is open, or it has not ended, it says nothing. */
export async function sayEnd(id: string): Promise<void> {
  await transactionTexts.ready()
  const { list, currentId } = useTransactionStore.getState()
  const record = list.find((item) => item.id === id)
  if (record === undefined || record.finishedAt === null || currentId === id) return
  const texts = transactionTexts.current()
  notify(texts.ended(titleText(record.title, texts), texts.stage[record.stage]), {
    kind: record.stage === 'confirmed' ? 'success' : 'error',
  })
}
