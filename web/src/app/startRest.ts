/** Starts the remaining code. The first page needs none of it. */
import { currentConfig } from '../core/config/configStore.ts'
import { restoreRecords } from '../core/transactions/records.ts'
import { withCode } from './withCode.ts'

export function startRest(): void {
  // The development server's files change all the time.
  if (!import.meta.env.DEV)
    import('../core/release/offlineCopy.ts').then(
      ({ keepOfflineCopy }) => keepOfflineCopy(currentConfig()),
      // The app works without a copy.
      () => {},
    )
  // A first visit has no transaction to follow, and loads no code for it.
  if (restoreRecords(currentConfig().genesisHash).length === 0) return
  withCode(
    () => import('../core/transactions/resume.ts'),
    ({ resumeTransactions }) => resumeTransactions(),
  )
}
