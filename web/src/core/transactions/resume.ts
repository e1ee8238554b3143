/** After a reload: restores the records, and follows pending transactions again. */
import { currentConfig } from '../config/configStore.ts'
import { codeOf } from '../state/codeOf.ts'
import { whenReleased } from './recordLock.ts'
import { changeRecord, restoreRecords, RECHECK_WINDOW } from './records.ts'
import { type TransactionRecord, useTransactionStore } from './transactionStore.ts'

/** Called once, after the configuration has loaded. */
export function resumeTransactions(): void {
  // Transactions that this page began before this code arrived are locked or already followed.
  const earlier = stored().filter((record) => !isListed(record))
  const unsent = earlier.filter(isUnsent)
  const others = earlier.filter((record) => !unsent.includes(record))
  useTransactionStore.setState(({ list }) => ({ list: [...list, ...others] }))
  for (const record of others) resume(record)
  for (const { id } of unsent) whenReleased(id, () => resumeUnsent(id))
}

function stored(): TransactionRecord[] {
  return restoreRecords(currentConfig().genesisHash)
}

function isListed({ id }: TransactionRecord): boolean {
  return useTransactionStore.getState().list.some((record) => record.id === id)
}

/** Whether the wallet had not answered yet: another tab may still wait for the answer. */
function isUnsent({ finishedAt, sentAt }: TransactionRecord): boolean {
  return finishedAt === null && sentAt === null
}

/** The record in the state in which its tab left it. */
function resumeUnsent(id: string): void {
  const record = stored().find((item) => item.id === id)
  if (record === undefined || isListed(record)) return
  useTransactionStore.setState(({ list }) => ({
    list: [...list, record].sort((one, other) => other.startedAt - one.startedAt),
  }))
  resume(record)
}

function resume(record: TransactionRecord): void {
  const now = Date.now()
  // Only the wallet knows whether it had accepted the batch when the page was closed. The wallet may also have accepted the batch since.
  const wasUnknown = record.stage === 'dropped' && now - (record.sentAt ?? 0) < RECHECK_WINDOW
  if (record.batch && (record.finishedAt === null || wasUnknown)) {
    changeRecord(record.id, {
      stage: 'pending',
      finishedAt: null,
      problem: record.sentAt === null ? { code: 'interrupted' } : wasUnknown ? null : record.problem,
    })
    follow(record)
    return
  }
  // The page was closed before the wallet had answered: it is unknown whether the wallet sent anything.
  if (record.stage === 'checking' || record.stage === 'signing' || record.sentAt === null) {
    if (record.finishedAt === null)
      changeRecord(record.id, { stage: 'failed', problem: { code: 'interrupted' }, finishedAt: now })
    return
  }
  const unfound = record.stage === 'replaced' && record.replacement?.hash === null
  const again = (record.stage === 'dropped' || unfound) && now - record.sentAt < RECHECK_WINDOW
  if (again) changeRecord(record.id, { stage: 'pending', finishedAt: null, replacement: null })
  if (again || record.stage === 'pending') follow(record)
}

function follow(record: TransactionRecord): void {
  void codeOf(import('./followAgain.ts')).then((code) => code?.followAgain(record))
}
