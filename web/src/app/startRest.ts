/** What starts last: nothing on the first page waits for it. */
import { resumeTransactions } from '../core/transactions/resume.ts'
import { followTranslators } from './translatedPage.ts'

export function startRest(): void {
  followTranslators()
  resumeTransactions()
}
