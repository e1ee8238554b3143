import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { describeProblem, type Problem } from '../../core/transactions/problem.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { exchangeTexts } from './texts.ts'

/** The reason why the simulated swap fails, in words. */
export default function ReasonText({ problem }: { problem: Problem }) {
  const texts = useTexts(exchangeTexts).confirm
  const errors = useTexts(errorTexts)
  return texts.reverts(describeProblem(problem, errors))
}
