import { amountText } from '../../design/Amount/amountText.ts'
import { StaleMark } from '../../design/Amount/Amount.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { IntendedCall } from '../../core/transactions/calls/index.ts'
import { shownCost } from '../format.ts'
import { previewTexts } from './texts.ts'
import { useNetworkFee } from './useNetworkFee.ts'
import styles from './preview.module.css'

/** The cost of a call in BNB: simulated if the node can run the call, else by measured gas and marked as such. */
export default function NetworkFeeFact({ call }: { call: IntendedCall }) {
  const texts = useTexts(previewTexts)
  const reading = useNetworkFee(call)
  if (reading.status === 'loading') return <Skeleton inline width="8em" />
  if (reading.status === 'failed' || reading.value === null) return texts.unknown
  const { wei, from } = reading.value
  return (
    <>
      {texts.fee(amountText(shownCost(wei), 18, 2, 6))}
      {from === 'typical' && (
        <span className={styles.mark} title={texts.typicalLong}>
          {' '}
          {texts.typical}
        </span>
      )}
      {reading.status === 'stale' && <StaleMark at={reading.at} />}
    </>
  )
}
