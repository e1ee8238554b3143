import { transactionTexts } from '../../core/transactions/texts.ts'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { askAgain, showInWallet } from '../../core/transactions/watchBatch.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { toast } from '../toast.ts'

/** What a person can do while the wallet does not say what became of a batch. */
export default function BatchWays({ record }: { record: TransactionRecord }) {
  const texts = useTexts(transactionTexts)
  return (
    <>
      <Button wide variant="secondary" onClick={() => askAgain(record.id)}>
        {texts.askAgain}
      </Button>
      <Button
        wide
        variant="secondary"
        onClick={() => void showInWallet(record).then((shown) => shown || toast(texts.notShown))}
      >
        {texts.showInWallet}
      </Button>
    </>
  )
}
