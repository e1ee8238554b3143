import { amountText } from '../../design/Amount/amountText.ts'
import type { Fact } from '../../design/FactList/FactList.tsx'
import type { transactionTexts } from '../../core/transactions/texts.ts'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { isInProgress } from './stageLook.ts'

/** Fees are shown rounded up to a millionth of a BNB. */
const STEP = 10n ** 12n

/** The expected result and cost of a transaction, until the transaction is mined. Then the receipt's own figures count. */
export function previewFacts(
  record: TransactionRecord,
  texts: ReturnType<typeof transactionTexts.current>,
): Fact[] {
  if (!isInProgress(record)) return []
  const facts: Fact[] = (record.deal ?? []).map(({ label, value }) => ({
    label: texts.deal[label] ?? label,
    value,
  }))
  if (record.sponsor != null) {
    facts.push({ label: texts.fee, value: texts.sponsored(record.sponsor) })
  } else if (record.fee !== undefined) {
    const shown = ((record.fee + STEP - 1n) / STEP) * STEP
    facts.push({ label: texts.fee, value: `${amountText(shown, 18, 2, 6)} BNB` })
  }
  return facts
}
