/** After a reload: restores the records, and follows pending transactions again. */
import { currentConfig } from '../config/configStore.ts'
import { codeOf } from '../state/codeOf.ts'
import { whenReleased } from './recordLock.ts'
import { changeRecord, restoreRecords, RECHECK_WINDOW } from './records.ts'
import { type TransactionRecord, useTransactionStore } from './transactionStore.ts'

/** Called once, after the configuration has loaded. */
export function resumeTransactions(): void {
  // Leaves out the transactions that this page itself began before this code arrived: the page has locked or followed them already.
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

/** Whether the wallet had not answered when the record was stored. Another tab may still wait for the answer. */
function isUnsent({ finishedAt, sentAt }: TransactionRecord): boolean {
  return finishedAt === null && sentAt === null
}

/** Reads the record again, because its own tab may have changed the record since, and resumes it. */
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
  // Only the wallet knows whether it accepted the batch, before the page was closed or since then.
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
