import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { describeProblem, type Problem } from '../../core/transactions/problem.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Why a transaction failed, in words. Beside the texts of every error, which load with the first one shown. */
export default function ProblemText({ problem, approved }: { problem: Problem; approved: boolean }) {
  const errors = useTexts(errorTexts)
  const text = describeProblem(problem, errors)
  return approved ? errors.besideApproval(text) : text
}
