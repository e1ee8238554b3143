import { pairReserves } from '../../core/chain/pairs.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { StaleMark } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { previewTexts } from './texts.ts'
import { worthOf, type Held } from './stakePreview.ts'
import styles from './preview.module.css'

/** Milliseconds between two readings of the pairs. */
const EVERY = 12_000

/** The value of tokens in USDT by the exchange's pools, marked as such, or a note that no pool gives a price. */
export default function WorthFact({ amounts }: { amounts: readonly Held[] }) {
  const texts = useTexts(previewTexts)
  const reading = useChainRead(pairReserves, { every: EVERY })
  if (reading.status === 'loading') return <Skeleton inline width="8em" />
  if (reading.status === 'failed') return texts.unknown
  const worth = worthOf(reading.value, amounts)
  if (worth === null) return texts.noPool
  return (
    <>
      {texts.worth(amountText(worth, 18, 2, 2))}
      <span className={styles.mark} title={texts.byPoolLong}>
        {' '}
        {texts.byPool}
      </span>
      {reading.status === 'stale' && <StaleMark at={reading.at} />}
    </>
  )
}
