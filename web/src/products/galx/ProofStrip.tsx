import { groupThousands } from '@galx/protocol/units'
import { useChainStore } from '../../core/chain/chainStore.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './ProofStrip.module.css'

/** Which block this browser has read everything from, itself; or that the chain cannot be reached. */
export function ProofStrip() {
  const texts = useTexts().galx.proof
  const head = useChainStore((state) => state.head)
  const down = useChainStore((state) => state.connection === 'down')
  if (down) {
    return (
      <div role="status">
        <Banner kind="warning" icon="offline">
          {head === null ? texts.never : texts.stale}
        </Banner>
      </div>
    )
  }
  return (
    <Banner kind="good">
      <span className={styles.claim}>{texts.claim}</span>{' '}
      <span className={styles.block}>
        {head === null ? texts.reading : texts.block(groupThousands(head.number.toString()))}
      </span>
    </Banner>
  )
}
