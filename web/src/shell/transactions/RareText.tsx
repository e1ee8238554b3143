import { errorTexts } from '../../core/transactions/errorTexts.ts'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'

/** Rare results of a transaction: separate steps, a replacement, no trace. Loads together with all error texts when it is first shown. */
export default function RareText({ record: { stage, replacement, apart } }: { record: TransactionRecord }) {
  const { ending, ...errors } = useTexts(errorTexts)
  if (stage === 'dropped') return ending.dropped
  if (stage !== 'replaced') return apart && errors.oneByOne(errors.apart[apart])
  if (replacement === null) return ending.replaced
  if (replacement.how !== 'other') return ending[replacement.how]
  return replacement.hash === null ? ending.unfound : ending.replaced
}
