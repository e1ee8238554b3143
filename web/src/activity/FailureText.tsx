import { errorTexts } from '../core/transactions/errorTexts.ts'
import { describeProblem } from '../core/transactions/problem.ts'
import { useTexts } from '../i18n/useTexts.ts'

/** The server's word for a failure whose reason is unknown. */
const UNKNOWN = 'reverted'

/** The reason of a failed transaction, in words. Loads together with all error texts when it is first shown. */
export default function FailureText({ reason }: { reason: string }) {
  const error = reason === UNKNOWN ? null : reason
  return describeProblem({ code: 'reverted', error, values: [], reason: null }, useTexts(errorTexts))
}
