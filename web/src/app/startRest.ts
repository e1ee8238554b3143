/** Starts the remaining code. The first page needs none of it. */
import { resumeTransactions } from '../core/transactions/resume.ts'
import { followTranslators } from './translatedPage.ts'

export function startRest(): void {
  followTranslators()
  resumeTransactions()
}
