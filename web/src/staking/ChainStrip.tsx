import { lazy, Suspense } from 'react'
import { groupThousands } from '@galx/protocol/units'
import { useConnection, useHead } from '../core/chain/useChainRead.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { classNames } from '../design/classNames.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from './texts.ts'
import styles from './ChainStrip.module.css'

const ProofChip = lazy(() => import('./proof/ProofChip.tsx'))

/** Which block this browser has read everything from, itself; or that the chain cannot be reached. */
export function ChainStrip() {
  const texts = useTexts(stakingTexts).chain
  const head = useHead()
  const down = useConnection() === 'down'
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
    <div className={styles.strip}>
      <p className={styles.block}>
        <i className={classNames(styles.dot, head !== null && styles.read)} aria-hidden="true" />
        {head === null ? texts.reading : texts.block(groupThousands(head.number.toString()))}
      </p>
      <Suspense>{head !== null && <ProofChip />}</Suspense>
    </div>
  )
}
