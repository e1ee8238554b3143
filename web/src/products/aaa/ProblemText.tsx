import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { describeProblem, type Problem } from '../../core/transactions/problem.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { useTexts } from '../../i18n/useTexts.ts'

/** The reason why a distribution would fail, in words. */
export default function ProblemText({ problem }: { problem: Problem }) {
  return (
    <Banner kind="info" icon="info">
      {describeProblem(problem, useTexts(errorTexts))}
    </Banner>
  )
}
