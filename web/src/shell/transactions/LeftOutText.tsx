import { errorTexts } from '../../core/transactions/errorTexts.ts'
import type { LeftOut } from '../../core/transactions/intent.ts'
import { describeProblem } from '../../core/transactions/problem.ts'
import { shownDecimals } from '../../design/Amount/shownDecimals.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** The parts that a claim leaves out, with the reason, in words. Loads together with all error texts when it is first shown. */
export default function LeftOutText({ amount, token, problem }: LeftOut) {
  const errors = useTexts(errorTexts)
  const bonus = `${ownText(amountText(BigInt(amount), 18, 2, shownDecimals(token)))} ${token}`
  return said(errors.leftOut(bonus, describeProblem(problem, errors)))
}
