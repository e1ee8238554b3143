/** After a reload: the records come back, and what was pending is followed again. */
import { currentConfig } from '../config/configStore.ts'
import { changeRecord, restoreRecords, SECOND_LOOK } from './records.ts'
import { useTransactionStore } from './transactionStore.ts'

/** Once, when the configuration is there. */
export function resumeTransactions(): void {
  const known = useTransactionStore.getState().list
  // What this page began before this code arrived is in hand, or followed already.
  const earlier = restoreRecords(currentConfig().genesisHash).filter(
    ({ id }) => !known.some((item) => item.id === id),
  )
  useTransactionStore.setState({ list: [...known, ...earlier] })
  const now = Date.now()
  for (const record of earlier) {
    // Only the wallet knows whether it had accepted a batch when the page was closed, and may know by now of one it did not know.
    const wasUnknown = record.stage === 'dropped' && now - (record.sentAt ?? 0) < SECOND_LOOK
    if (record.batch && (record.finishedAt === null || wasUnknown)) {
      changeRecord(record.id, {
        stage: 'pending',
        finishedAt: null,
        problem: record.sentAt === null ? { code: 'interrupted' } : wasUnknown ? null : record.problem,
      })
      void import('./watchBatch.ts').then(({ watchBatch }) => watchBatch(record.id))
      continue
    }
    // Interrupted before the wallet had answered: whether it sent anything is not known here.
    if (record.stage === 'checking' || record.stage === 'signing' || record.sentAt === null) {
      if (record.finishedAt === null)
        changeRecord(record.id, { stage: 'failed', problem: { code: 'interrupted' }, finishedAt: now })
      continue
    }
    const unfound = record.stage === 'replaced' && record.replacement?.hash === null
    const again = (record.stage === 'dropped' || unfound) && now - record.sentAt < SECOND_LOOK
    if (again) changeRecord(record.id, { stage: 'pending', finishedAt: null, replacement: null })
    if (again || record.stage === 'pending') void import('./watch.ts').then(({ watch }) => watch(record.id))
  }
}
