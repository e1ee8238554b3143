import { errorTexts } from '../core/transactions/errorTexts.ts'
import { describeProblem, type Problem } from '../core/transactions/problem.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { swapTexts } from './texts.ts'

/** The reason why the simulated swap fails, in words. */
export default function ReasonText({ problem }: { problem: Problem }) {
  const texts = useTexts(swapTexts).confirm
  const errors = useTexts(errorTexts)
  return texts.reverts(describeProblem(problem, errors))
}
