import { useState } from 'react'
import { errorTexts } from '../../core/transactions/errorTexts.ts'
import { sendAgain, type SentAgain } from '../../core/transactions/sendAgain.ts'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './TransactionSheet.module.css'

/** Sends the signed bytes again, for a transaction that waits for a long time or that no node knows any more. */
export default function SendAgain({ record }: { record: TransactionRecord }) {
  const { again } = useTexts(errorTexts)
  const [result, setResult] = useState<SentAgain | null>(null)
  const [busy, setBusy] = useState(false)
  // Other nodes refuse a transaction that offers no fee.
  if (record.sponsor != null) return <p className={styles.hint}>{again.sponsored(record.sponsor)}</p>
  return (
    <>
      <p className={styles.hint} aria-live="polite">
        {result === null ? again.why : resultText(result, again)}
      </p>
      <Button
        wide
        variant="secondary"
        busy={busy}
        onClick={() => {
          setBusy(true)
          void sendAgain(record).then((found) => {
            setResult(found)
            setBusy(false)
          })
        }}
      >
        {again.send}
      </Button>
    </>
  )
}

function resultText(result: SentAgain, again: ReturnType<typeof errorTexts.current>['again']): string {
  if (result === 'unseen') return again.unseen
  if ('nodes' in result) return again.sent(String(result.nodes))
  return result.refusal === null ? again.silent : again.refused(result.refusal)
}
