import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { transactionTexts } from '../../core/transactions/texts.ts'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useLinkedText } from './useLinkedText.ts'

/**
 * Rare sentences of a transaction: a swap with its stake, separate steps, a replacement, no trace. Loads together with all error texts when it is
 * first shown.
 */
export default function RareText({ record }: { record: TransactionRecord }) {
  const { stage, replacement, apart, hash } = record
  const { ending, ...errors } = useTexts(errorTexts)
  const { hint } = useTexts(transactionTexts)
  const linked = useLinkedText(record)
  if (linked !== null) return linked
  if (stage === 'dropped') return ending.dropped
  if (stage === 'signing' && apart) return errors.oneByOne(errors.apart[apart])
  if (stage !== 'replaced') return stage === 'failed' && hash === null ? hint.notSent : hint[stage]
  if (replacement === null) return ending.replaced
  if (replacement.how !== 'other') return ending[replacement.how]
  return replacement.hash === null ? ending.unfound : ending.replaced
}
