import { Suspense, useEffect, useState } from 'react'
import { groupThousands } from '@galx/protocol/units'
import { useConnection, useHead } from '../core/chain/useChainRead.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { classNames } from '../design/classNames.ts'
import { lazyOrFallback } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { stakingTexts } from './texts.ts'
import styles from './ChainStrip.module.css'

/** Events of a person who uses the page. Until the first event, the comparison's code and reads are not loaded. */
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const

const ProofChip = lazyOrFallback(() => import('./proof/ProofChip.tsx'))

/** Names the block at which this browser has read everything, or says that the chain cannot be reached. */
export function ChainStrip() {
  const texts = useTexts(stakingTexts).chain
  const head = useHead()
  const down = useConnection() === 'down'
  const touched = useTouched()
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
      <Suspense>{touched && head !== null && <ProofChip />}</Suspense>
    </div>
  )
}

/** Whether the page was touched, scrolled or typed on since the app began. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(everTouched)
  useEffect(() => {
    if (touched) return
    const note = () => {
      everTouched = true
      setTouched(true)
    }
    const options = { capture: true, passive: true, once: true }
    for (const touch of TOUCHES) window.addEventListener(touch, note, options)
    return () => {
      for (const touch of TOUCHES) window.removeEventListener(touch, note, options)
    }
  }, [touched])
  return touched
}

let everTouched = false
