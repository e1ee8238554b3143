import type { RpcError } from '../../core/chain/rpc.ts'
import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { describeProblem } from '../../core/transactions/problem.ts'
import { revertOf } from '../../core/transactions/simulate.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { znTexts } from './texts.ts'

/** The reason for which a simulated withdrawal failed, in words. Loads together with all error texts when it is first shown. */
export default function RefusedText({ error }: { error: RpcError }) {
  const reason = describeProblem(revertOf(error), useTexts(errorTexts))
  return useTexts(znTexts).holding.refused(reason)
}
