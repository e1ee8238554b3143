import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { describeProblem, type Problem } from '../../core/transactions/problem.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** The reason of a failed transaction, in words. Loads together with all error texts when it is first shown. */
export default function ProblemText({ problem, approved }: { problem: Problem; approved: boolean }) {
  const errors = useTexts(errorTexts)
  const text = describeProblem(problem, errors)
  return approved ? errors.besideApproval(text) : text
}
