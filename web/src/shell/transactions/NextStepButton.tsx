import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { NextStep } from '../../core/transactions/calls/callFile.ts'
import { transactionTexts } from '../../core/transactions/texts.ts'
import { dismissTransaction } from '../../core/transactions/transactionStore.ts'
import { goTo } from '../navigation/appHistory.ts'

/** The page's part to which a next step leads. If the page does not have that part yet, the step leads to the top. */
const PARTS: Partial<Record<NextStep['label'], string>> = {
  viewPosition: 'positions',
  viewVault: 'mine',
  stakeAgain: 'stake',
  stakeIt: 'stake',
}

/** The one next step: goes to its page, which may already be open, and there to the step's part. */
export function NextStepButton({ next: { label, page } }: { next: NextStep }) {
  const texts = useTexts(transactionTexts)
  return (
    <Button
      wide
      onClick={() => {
        // First the page replaces the sheet's own history entry; then the sheet closes.
        goTo(`/${page}`, { part: PARTS[label] })
        dismissTransaction()
      }}
    >
      {texts.next[label] ?? label}
    </Button>
  )
}
